import { LOCAL_CODES, ServiceError } from '../../api/errors/ServiceError';
import { plural } from '../../shared/text';

/** The error of an extraction whose questions nothing can answer: they have no recommendation, and no output. */
export const questionsOpenError = (count: number): ServiceError =>
	new ServiceError({
		code: LOCAL_CODES.questionsOpen,
		message: `${plural(count, 'question')} without a recommendation`,
		retryable: false,
	});
