import { isRecord } from '../../shared/json';
import type { ServiceFailure } from './ServiceError';

/** The characters of an address within a text. */
const TOKEN = /[^\s"'<>]+/g;

/** A query starts with a name and `=`; a question mark of a sentence or a file name does not. */
const QUERY = /^[\w.%[\]-]{1,100}=/;

function withoutUrlQuery(token: string): string {
	const mark = token.indexOf('?');
	if (mark < 0) return token;
	const scheme = token.indexOf('://');
	const isAddress = scheme >= 0 && scheme < mark;
	return isAddress || QUERY.test(token.slice(mark + 1, mark + 102)) ? `${token.slice(0, mark)}?…` : token;
}

/** Deeper than this no message of the service goes; a text that deep is not shown. */
const DEEPEST = 20;

const stripped = (text: string): string => (text.includes('?') ? text.replace(TOKEN, withoutUrlQuery) : text);

function inValue(value: unknown, depth: number): unknown {
	if (typeof value === 'string') return stripped(value);
	if (typeof value !== 'object' || value === null) return value;
	if (depth > DEEPEST) return '…';
	if (Array.isArray(value)) return value.map((entry) => inValue(entry, depth + 1));
	return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, inValue(entry, depth + 1)]));
}

/**
 * What the service says, without the query of any address in it: a signed URL carries its authorisation there, and what the service
 * says ends in errors, items and logs.
 */
export const withoutSignatures = <T>(value: T): T => inValue(value, 0) as T;

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

/** The fields of a request that a refusal names ("Errors", `details.issues`), such as `["file_ids", 2]`. A path is empty if the service does not say it. */
export function issuesIn(details: ServiceFailure['details']) {
	const issues = Array.isArray(details?.issues) ? (details.issues as unknown[]) : [];
	return issues.filter(isRecord).map(({ path, message }) => ({
		path: Array.isArray(path) ? (path as unknown[]) : [],
		message: String(message ?? ''),
	}));
}

/** The credits that are left, null if a response does not say. */
export function creditsAvailable(told: {
	credits_balance?: unknown;
	credits_reserved?: unknown;
}): number | null {
	const { credits_balance: balance, credits_reserved: reserved } = told;
	return typeof balance === 'number' && typeof reserved === 'number' ? balance - reserved : null;
}
