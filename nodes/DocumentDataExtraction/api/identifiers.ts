import { LIMITS } from './limits';

const IDENTIFIER = /^[A-Za-z0-9._:-]+$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * What is wrong with an upload session, file or submission id, undefined when it is good. The contract allows `.` and `..`, but in
 * an address they would lead to another path.
 */
export function identifierProblem(value: string): string | undefined {
	if (value === '.' || value === '..') return 'would lead to another address; use another ID';
	if (value.length === 0) return 'is empty';
	const { max } = LIMITS.identifier;
	if (value.length > max) return `has ${value.length} characters; at most ${max} are allowed`;
	if (IDENTIFIER.test(value)) return undefined;
	return "may only contain letters, digits and . _ : - (in an expression, .replace(/[^\\w.:-]+/g, '-') sees to it)";
}

export const isExtractionId = (value: string): boolean => UUID.test(value);
