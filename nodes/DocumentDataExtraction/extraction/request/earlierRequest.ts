import type { SubmissionRequest } from '../../api/extractions';
import type { ExtractionDetails } from '../../api/schemas/extractions';
import { nameKey } from '../../files/input/fileNames';

/** What a submission asked for, apart from its files. */
export type Asked = Omit<SubmissionRequest, 'submission_id' | 'upload_session_id' | 'file_ids'>;

/** An extraction older than this by the service's clock, when it is submitted, was there before: its servers agree on the time. */
const OLDER_MS = 3000;

/** A younger one was there before only if they do. */
const YOUNG_MS = 60_000;

const isOlderThan = (created_at: unknown, submittedAt: number, ms: number): boolean =>
	typeof created_at === 'string' && Date.parse(created_at) < submittedAt - ms;

/** Whether an extraction was there before this run submitted, by the service's clock. */
export const wasThereBefore = ({ created_at }: ExtractionDetails, submittedAt: number): boolean =>
	isOlderThan(created_at, submittedAt, OLDER_MS);

/** Questions have to be answered within 40 hours of the upload. Files older than this leave too little of that time. */
const ANSWERABLE_MS = 24 * 3_600_000;

/** Whether the files of an extraction were uploaded too long ago for another one that may ask questions. */
export const isTooOldToAsk = ({ options }: Asked, { created_at }: ExtractionDetails, now: number): boolean =>
	options?.ask_questions === true && isOlderThan(created_at, now, ANSWERABLE_MS);

/** Says why a failed extraction must be another run's. */
export interface Earlier {
	/** It asked for something else, so it cannot be this run's, whatever its age. */
	isOtherRequest: boolean;
	/** So young that it could be this run's after all, if the clocks of the service differ or it rewrites requests. */
	isYoung: boolean;
}

/**
 * Tells a failure that another run left from one of this run.
 *
 * @param submittedAt when this run submitted, by the service's clock, in milliseconds since the epoch
 * @returns undefined if it may be this run's
 */
export function leftByOther(
	asked: Asked,
	details: ExtractionDetails,
	submittedAt: number,
): Earlier | undefined {
	const { created_at } = details;
	const isOtherRequest = differencesFrom(asked, details).length > 0;
	if (!isOtherRequest && !wasThereBefore(details, submittedAt)) return undefined;
	return { isOtherRequest, isYoung: !isOlderThan(created_at, submittedAt, YOUNG_MS) };
}

/**
 * The files of a batch that an extraction covers, by its names.
 *
 * @param left those of them that no extraction covers yet
 * @returns undefined if it has other files
 */
export function coveredFiles<T extends { sessionName: string }>(
	details: ExtractionDetails,
	files: T[],
	left: T[] = files,
): T[] | undefined {
	const keys = new Set((details.file_names ?? []).map(nameKey));
	if (keys.size === 0) {
		// Without names, their number has to do.
		const { file_count: count } = details as { file_count?: unknown };
		return typeof count === 'number' && count !== left.length ? undefined : left;
	}
	const covered = files.filter(({ sessionName }) => keys.has(nameKey(sessionName)));
	return covered.length === keys.size ? covered : undefined;
}

/** Takes out of a text what does not change its meaning. Does the same to everything in a list or an object. */
function plain(value: unknown): unknown {
	if (typeof value === 'string') return value.normalize('NFC').replace(/\s+/g, ' ').trim();
	if (Array.isArray(value)) return value.map(plain);
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value)
		.map(([key, entry]): [string, unknown] => [key, plain(entry)])
		.filter(([, entry]) => entry !== undefined && entry !== null && entry !== '');
	return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const inNoOrder = (value: unknown): unknown => (Array.isArray(value) ? [...value].sort() : value);

/** Whether the service reports another value than was asked for. A value that it does not report is not a difference. */
const differs = (asked: unknown, told: unknown): boolean =>
	told !== undefined &&
	told !== null &&
	JSON.stringify(plain(inNoOrder(asked))) !== JSON.stringify(plain(inNoOrder(told)));

/**
 * Says in what an earlier request under the same ID differs.
 *
 * @returns names of the contract's fields, such as `prompt` or `options.output_language`
 */
export function differencesFrom(asked: Asked, details: ExtractionDetails): string[] {
	const told = details as Record<string, unknown>;
	const optionsTold = (told.options ?? {}) as Record<string, unknown>;
	const structure = asked.output_structure === 'automatic' ? undefined : asked.output_structure;
	// The only option whose default is neither always sent nor a preference of the account.
	const options = { exclude_columns: [], ...asked.options };
	const pairs: Array<[string, unknown, unknown]> = [
		['task_name', asked.task_name, told.task_name],
		['prompt', asked.prompt, told.prompt],
		['output_structure', structure, told.output_structure],
		...Object.entries(options).map(([name, value]): [string, unknown, unknown] => [
			`options.${name}`,
			value,
			optionsTold[name],
		]),
	];
	return pairs.filter(([, value, is]) => value !== undefined && differs(value, is)).map(([name]) => name);
}
