import { withoutSignatures } from './withoutSignatures';

/** Where an error without the envelope of the contract usually says what happened. */
const PLACES = ['error', 'message', 'detail', 'details', 'error_description', 'title', 'reason', 'errors'];

const LONGEST_MESSAGE = 500;

function find(value: unknown, depth: number): string {
	if (typeof value === 'string') return value.trim();
	if (typeof value !== 'object' || value === null || depth === 0) return '';
	const entries: unknown[] = Array.isArray(value)
		? value.slice(0, 3)
		: PLACES.map((place) => (value as Record<string, unknown>)[place]);
	const found = entries.map((entry) => find(entry, depth - 1)).filter(Boolean);
	return Array.isArray(value) ? found.join('; ') : (found[0] ?? '');
}

/** What a JSON body says in words, such as `{"message": "..."}`, `{"error": "..."}` or `{"detail": [{"message": "..."}]}`; '' if nothing. */
export const messageIn = (body: unknown): string =>
	typeof body === 'object' ? withoutSignatures(find(body, 4).slice(0, LONGEST_MESSAGE)) : '';
