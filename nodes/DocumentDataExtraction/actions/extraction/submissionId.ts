import { checkOwnId } from '../../parameters/ids/ownId';
import type { Checked } from '../../shared/problems';

/** The display name of the option. */
export const SUBMISSION_ID = 'Submission ID';

/** The Submission ID of an item in the form that the service accepts; empty if the user entered none. */
export const checkSubmissionId = (given: unknown, parameter = SUBMISSION_ID): Checked<string> =>
	checkOwnId(given, parameter);
