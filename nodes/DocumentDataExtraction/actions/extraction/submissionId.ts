import { allowedId } from '../../extraction/request/identity';
import type { Problem } from '../../shared/problems';
import { SUBMISSION_ID } from './submit/properties';

export interface GivenSubmissionId {
	/** As it is sent. Empty when the user gave none. */
	id: string;
	problems: Problem[];
}

/** An object whose text says nothing of it: two of them would get the same ID, and one the rows of the other. */
const NO_TEXT = /\[object [A-Za-z]+\]/;

/** Reads the Submission ID of an item: any text or number. */
export function readSubmissionId(value: unknown): GivenSubmissionId {
	const text = String(value ?? '').trim();
	if (typeof value !== 'object' && !NO_TEXT.test(text)) return { id: allowedId(text), problems: [] };
	if (value === null) return { id: '', problems: [] };
	const problem =
		'holds an object instead of a text. Use an expression that gives a text, such as {{ $json.id }}';
	return { id: '', problems: [{ parameter: SUBMISSION_ID, text: problem }] };
}
