import { LOCAL_CODES, type ServiceError, serviceError } from '../../api/errors/ServiceError';
import { plural } from '../../shared/text';

/** The error of an extraction whose questions nothing can answer: they have no recommendation, and no output. */
export const questionsOpenError = (count: number): ServiceError =>
	serviceError(LOCAL_CODES.questionsOpen, `${plural(count, 'question')} without a recommendation`);
