import { isRecord, parseJson } from '../../shared/json';

/** What a person can choose. Changing a value is a decision too, and needs no choice. */
export const DECISIONS = ['accept', 'reject'] as const;
export type Decision = (typeof DECISIONS)[number];

/** What a person has chosen and typed for one row so far. */
export interface RowDraft {
	/** The digest of the row when it was shown. */
	digest: string;
	/** Undefined while nothing is chosen. */
	decision: Decision | undefined;
	/** The texts in the fields of the row, by the place of their column. */
	texts: Map<number, string>;
}

/** By the number of the row. */
export type Drafts = Map<number, RowDraft>;

export const decisionIn = (value: unknown): Decision | undefined =>
	DECISIONS.find((decision) => decision === value);

/** The drafts as one text, which the form of each page carries for all other pages. */
export const encodeDrafts = (drafts: Drafts): string =>
	JSON.stringify(
		[...drafts].map(([rowNumber, { digest, decision, texts }]) => [
			rowNumber,
			digest,
			decision ?? '',
			...(texts.size > 0 ? [Object.fromEntries(texts)] : []),
		]),
	);

function decodeDraft(entry: unknown): Array<[number, RowDraft]> {
	const [rowNumber, digest, decision, texts = {}] = Array.isArray(entry) ? (entry as unknown[]) : [];
	if (typeof rowNumber !== 'number' || typeof digest !== 'string' || !isRecord(texts)) return [];
	const read = Object.entries(texts).map(([place, text]): [number, string] => [Number(place), String(text)]);
	return [[rowNumber, { digest, decision: decisionIn(decision), texts: new Map(read) }]];
}

/** Reads what `encodeDrafts` wrote. What was not written by it is left out: the rows it stood for are then not decided. */
export function decodeDrafts(text: string): Drafts {
	const parsed = parseJson(text);
	return new Map(parsed.ok && Array.isArray(parsed.value) ? parsed.value.flatMap(decodeDraft) : []);
}
