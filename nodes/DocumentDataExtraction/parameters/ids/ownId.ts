import { allowedId } from '../../extraction/request/identity';
import { invalid, valid, type Checked } from '../../shared/problems';

/** The display name of the parameter for a Submission ID of the user's own. */
export const SUBMISSION_ID = 'Submission ID';

/** An object whose text says nothing about it: two of them would get the same ID, and one the rows of the other. */
const NO_TEXT = /\[object [A-Za-z]+\]/;

/** The user's own ID, any text or number, in the form that the service accepts; empty if the user entered none. */
export function checkOwnId(given: unknown, parameter: string): Checked<string> {
	const text = String(given ?? '').trim();
	if (typeof given !== 'object' && !NO_TEXT.test(text)) return valid(allowedId(text));
	if (given === null) return valid('');
	return invalid({
		parameter,
		text: 'This is an object instead of a text. Use an expression that returns a text, such as {{ $json.id }}',
	});
}
