import { isIdentifier } from '../../api/identifiers';
import { LIMITS } from '../../api/limits';
import type { SessionFile } from '../../files/input/InputFile';
import { sha256 } from '../../shared/text';
import type { Terms } from './compare';

/** What makes a run of the node the same run when it is tried again. */
export interface RunIdentity {
	instanceId: string;
	workflowId: string;
	executionId: string;
	nodeId: string;
	runIndex: number;
	/** What the user asks for about the files, with expressions as they are written. */
	askedFor: unknown;
}

/**
 * An id for one part of one run: the same when n8n tries the node again, another for another run.
 *
 * @param files the files of the request. Nothing that an expression may change each time, such as a prompt with the time of day
 */
export function derivedId(run: RunIdentity, part: number, files: unknown): string {
	const { instanceId, workflowId, executionId, nodeId, runIndex, askedFor } = run;
	const parts = [instanceId, workflowId, executionId, nodeId, runIndex, askedFor, part, files];
	return `n8n-${sha256(JSON.stringify(parts)).slice(0, 40)}`;
}

/**
 * What a derived id takes from the files of a batch. Their places tell files apart that look alike, and are the same at the next try,
 * whichever files are missing then.
 */
export const filesIdentity = (
	files: Array<Pick<SessionFile, 'itemIndex' | 'position' | 'sessionName' | 'bytes'>>,
): unknown =>
	files.map(({ itemIndex, position, sessionName, bytes }) => [itemIndex, position, sessionName, bytes]);

/** Options that change nothing in the rows: who gets an email, and the colors of an XLSX file ("Options"). */
const NOT_IN_ROWS = new Set([
	'affected_field_fill_color',
	'review_needed_fill_color',
	'send_completion_email',
]);

/** Values that mean the same as leaving the option out. A preference of the account may only change the language of messages. */
const LEFT_OUT = new Map<string, unknown>([
	['ask_questions', false],
	['json_typed_values', false],
	['output_language', 'automatic'],
]);

const isLeftOut = (name: string, value: unknown): boolean =>
	value === LEFT_OUT.get(name) || (Array.isArray(value) && value.length === 0);

/** The options that affect the rows, in one fixed form. The only list holds columns, and their order does not matter. */
export const decidingOptions = (options: object): unknown[] =>
	Object.entries(options)
		.filter(([name, value]) => !NOT_IN_ROWS.has(name) && value !== undefined && !isLeftOut(name, value))
		.map(([name, value]: [string, unknown]) => [
			name,
			Array.isArray(value) ? [...new Set<unknown>(value)].sort() : value,
		]);

/** What an id takes from the files themselves: their bytes. Their names say nothing, because a renamed file is the same document. */
export const digestsOf = (files: Array<{ digest: { sha256?: string } }>): unknown[] =>
	files.map(({ digest: { sha256 } }) => sha256);

/**
 * An id made of the contents of files and of what is asked about them: the same for the same, in whatever order the files and options
 * come.
 *
 * @param contents what tells each file from others: its bytes, or its place in an upload session
 * @param request what decides what an extraction gives: its name does not. Nothing if the files are only uploaded
 */
export function contentId(
	contents: unknown[],
	{ prompt, output_structure, options = {} }: Partial<Terms> = {},
): string {
	const texts = [contents, decidingOptions(options)].map((list) =>
		list.map((entry) => JSON.stringify(entry)).sort(),
	);
	return `files-${sha256(JSON.stringify([prompt, output_structure, ...texts])).slice(0, 40)}`;
}

/** How many characters of a text stay readable in its id. */
const READABLE = 100;

/** A text in letters, digits and . _ - that reads like it. */
const readableId = (text: string): string =>
	text
		.slice(0, 10 * READABLE)
		.normalize('NFKD')
		.replace(/\p{M}+/gu, '')
		.replace(/[^A-Za-z0-9._-]+/g, '-')
		.slice(0, READABLE)
		.replace(/^-|-$/g, '') || 'id';

/**
 * The id that is sent for the user's text: the text itself where the contract allows it, otherwise a readable id that ends in a digest
 * of the text, so that other texts have other ids. An id that is given again stays as it is: `allowedId(allowedId(x)) === allowedId(x)`.
 */
export const allowedId = (text: string): string =>
	text === '' || isIdentifier(text)
		? text
		: `${readableId(text)}.t.${sha256(JSON.stringify(text)).slice(0, 24)}`;

/**
 * The id with that number in a series, from 1. The first is the id itself. The others end in a digest that nobody types, so that they
 * never meet an id that a user gives. What does not fit into the length that the contract allows lives on in the digest.
 */
function numbered(id: string, purpose: string, number: number): string {
	if (number === 1) return id;
	const mark = sha256(JSON.stringify([id, purpose, number])).slice(0, 12);
	const suffix = `.${purpose}${number}.${mark}`;
	return id.slice(0, LIMITS.identifier.max - suffix.length) + suffix;
}

/** The id of a batch, from 1, of a request that had to be split. */
export const batchId = (id: string, number: number): string => numbered(id, 'b', number);

/** The id of an upload session, from 1, of a batch: the next follows one that the service has given up. */
export const sessionId = (id: string, number: number): string => numbered(id, 'u', number);

/** The id of the first session in the series of a session: it stays the same when the service has given up sessions. */
export function firstSessionId(id: string): string {
	const [, first = id, number = '1'] = /^(.+)\.u(\d+)\.[0-9a-f]{12}$/.exec(id) ?? [];
	return sessionId(first, Number(number)) === id ? first : id;
}

/** The id of a submission, from 1, of a batch: the next follows one that failed, for the service keeps a failure under its id. */
export const submissionId = (id: string, number: number): string => numbered(id, 's', number);

/** File ids within a session: by place, so that the same files get the same ids. */
export const fileIdAt = (index: number): string => `file-${index + 1}`;
