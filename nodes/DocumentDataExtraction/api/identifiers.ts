import { invalid, valid, type Checked } from '../shared/problems';
import { LIMITS } from './limits';

const IDENTIFIER = /^[A-Za-z0-9._:-]+$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Says what is wrong with the ID of an upload session, a file or a submission, as the rest of a sentence. */
function faultIn(value: string): string | undefined {
	// The contract allows both, but in an address they would lead to another path.
	if (value === '.' || value === '..') return 'would lead to another URL. Use another ID';
	if (value.length === 0) return 'is empty';
	const { max } = LIMITS.identifier;
	if (value.length > max) return `has ${value.length} characters. At most ${max} are allowed`;
	if (IDENTIFIER.test(value)) return undefined;
	return 'may only contain letters, digits and . _ : -';
}

/**
 * Checks the ID of an upload session, a file or a submission.
 *
 * @param name its name in the message
 */
export function checkIdentifier(value: string, name: string): Checked<string> {
	const fault = faultIn(value);
	return fault === undefined ? valid(value) : invalid({ text: `${name} ${fault}` });
}

/** Whether the service takes a text as the ID of an upload session, a file or a submission. */
export const isIdentifier = (value: string): boolean => faultIn(value) === undefined;

export const isExtractionId = (value: string): boolean => UUID.test(value);
