import type { ModelExtraction } from './extraction';

/** The query of `GET /extractions`, as the service reads it. */
export type ListQuery = Partial<Record<string, string | number>>;

const STATUSES = new Set(['processing', 'completed', 'cancelled', 'failed']);
const PARAMETERS = new Set([
	'status',
	'submission_method',
	'created_after',
	'created_before',
	'scope',
	'limit',
	'cursor',
]);

const isBefore = (a: ModelExtraction, b: ModelExtraction): boolean =>
	a.createdAt !== b.createdAt ? a.createdAt < b.createdAt : a.number < b.number;

/** Puts a new extraction to its place: oldest first, by `created_at`. */
export function insert(sorted: ModelExtraction[], extraction: ModelExtraction): void {
	let place = sorted.length;
	while (place > 0 && isBefore(extraction, sorted[place - 1]!)) place--;
	sorted.splice(place, 0, extraction);
}

/** How a cursor names its place: the last extraction of the page, or how many came before, which shifts with new ones. */
export type CursorStyle = 'place' | 'count';

export interface Page {
	extractions: ModelExtraction[];
	nextCursor: string | null;
}

interface CursorRules {
	now: number;
	style: CursorStyle;
	/** Cursors of another one are refused. */
	generation: number;
	/** Cursors that are older are refused. */
	lastMs: number;
	/** Each page comes after one that is empty. */
	hasEmptyPages: boolean;
}

/** What the contract says about the list endpoint: filters, order, pages. @returns null for a query that it refuses */
export function listPage(
	sorted: readonly ModelExtraction[],
	query: ListQuery,
	{ now, style, generation, lastMs, hasEmptyPages }: CursorRules,
): Page | null {
	const { status, submission_method, scope, limit = 25, cursor } = query;
	const after = query.created_after ? Date.parse(String(query.created_after)) : -Infinity;
	const before = query.created_before ? Date.parse(String(query.created_before)) : Infinity;
	const [place = '', token, givenAt, isAfterEmpty] = cursor === undefined ? [] : String(cursor).split('|');
	const from = place === '' ? undefined : place;
	const cursorTo = (to: string | number, afterEmpty = ''): string =>
		[to, generation, now, afterEmpty].join('|');
	const size = Number(limit);
	const isWrong =
		Object.keys(query).some((name) => !PARAMETERS.has(name)) ||
		(status !== undefined && !STATUSES.has(String(status))) ||
		!(size >= 1 && size <= 100) ||
		Number.isNaN(after + (before === Infinity ? 0 : before)) ||
		after > before ||
		(cursor !== undefined && (token !== String(generation) || now - Number(givenAt) > lastMs));
	if (isWrong) return null;
	if (hasEmptyPages && !isAfterEmpty) return { extractions: [], nextCursor: cursorTo(place, 'afterEmpty') };
	const found: ModelExtraction[] = [];
	let passed = 0;
	for (let index = sorted.length - 1; index >= 0 && found.length <= size; index--) {
		const each = sorted[index]!;
		if (each.createdAt < after) break;
		if (each.createdAt > before || each.listedFrom > now || each.deletedAt <= now) continue;
		if (status !== undefined && each.status !== status) continue;
		if (submission_method !== undefined && each.traits.method !== submission_method) continue;
		if (scope !== 'team' && each.traits.owner !== 'own') continue;
		passed += 1;
		if (from !== undefined && style === 'count' && passed <= Number(from)) continue;
		if (from !== undefined && style === 'place' && !isOlder(each, from)) continue;
		found.push(each);
	}
	const extractions = found.slice(0, size);
	const last = extractions.at(-1);
	const next = style === 'count' || !last ? passed - 1 : `${last.createdAt},${last.number}`;
	return { extractions, nextCursor: found.length > size ? cursorTo(next) : null };
}

function isOlder(extraction: ModelExtraction, place: string): boolean {
	const [createdAt, number] = place.split(',').map(Number) as [number, number];
	return extraction.createdAt !== createdAt ? extraction.createdAt < createdAt : extraction.number < number;
}
