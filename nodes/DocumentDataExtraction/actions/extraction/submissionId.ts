import { allowedId } from '../../extraction/request/identity';
import { invalid, valid, type Checked } from '../../shared/problems';

/** The display name of the option. */
export const SUBMISSION_ID = 'Submission ID';

/** An object whose text says nothing of it: two of them would get the same ID, and one the rows of the other. */
const NO_TEXT = /\[object [A-Za-z]+\]/;

/** The Submission ID that an item gives, any text or number, as it is sent; empty if the user gave none. */
export function checkSubmissionId(given: unknown, parameter = SUBMISSION_ID): Checked<string> {
	const text = String(given ?? '').trim();
	if (typeof given !== 'object' && !NO_TEXT.test(text)) return valid(allowedId(text));
	if (given === null) return valid('');
	return invalid({
		parameter,
		text: 'holds an object instead of a text. Use an expression that gives a text, such as {{ $json.id }}',
	});
}
