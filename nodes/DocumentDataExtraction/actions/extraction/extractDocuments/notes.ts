import type { IExecuteFunctions } from 'n8n-workflow';
import type { FileState } from '../../../extraction/account/Account';
import { findingHints, hint, notSentHints, type Hint } from '../../../extraction/account/hints';
import { creditsAvailable } from '../../../api/errors/serviceWords';
import { describeRenamed } from '../../../extraction/rows/namesOfRun';
import type { Extracted } from '../../../extraction/run/batch';
import type { InputFile } from '../../../files/input/InputFile';
import { isRecord } from '../../../shared/json';
import { readableTime } from '../../../shared/time';
import { givesRows, type Output } from './parameters';
import { entriesOf, type Ledger } from './render';
import { extractionsIn } from './run';
import type { DoneExtraction } from './shapes';

const SUGGESTS = 'The service suggests adding to the prompt, for a new request at new cost';

const ADD_CREDITS = 'This run used more. Add credits in the dashboard';

const PIN = 'Pin the output while you build the next steps, so that testing costs nothing';

/** How a note ends that names only some files. */
const MORE = / and \d+ more\b/;

const ALL_FILES = 'The outputs Documents and Summary list all files';

/** So many submissions fit into a minute ("Rate limits"). */
const SUBMISSIONS_A_MINUTE = 30;

/** Notes on what it means that a run makes several requests. */
function requestHints(done: DoneExtraction[], { kind }: Output): Hint[] {
	const made = done.filter(({ extracted }) => !extracted.isEarlier).length;
	const columns = kind === 'rows' ? done.map(({ account }) => [...account.columns].sort().join(', ')) : [];
	const others = [...new Set(columns.filter((names) => names !== ''))];
	const many = `Extractions made: ${made}. The service starts ${SUBMISSIONS_A_MINUTE} in a minute. For many new documents, Group Files: All Items Together is faster. Documents that were extracted already are charged again with it`;
	const differ = `Extractions of this run have different columns: ${others.slice(0, 2).join(' / ')}. For fixed columns, set Describe Data By to List of Fields, and One Row Per to Invoice or Line Item. That is a new request, at new cost`;
	return [
		...(made > SUBMISSIONS_A_MINUTE ? [{ message: many, type: 'info' as const }] : []),
		...(others.length > 1 ? [{ message: differ, type: 'warning' as const }] : []),
	];
}

type Charged = Pick<Extracted, 'batch' | 'isEarlier' | 'createdAt' | 'insteadOf' | 'names' | 'status'>;

/** Each extraction with a known charge, once. Items may share one; the first created it. */
function endedOf(extractions: Charged[]): Charged[] {
	const byId = new Map<string, Charged>();
	for (const one of extractions) {
		const { extraction_id, credits_deducted } = one.status;
		const isKnown = byId.get(extraction_id)?.isEarlier === false;
		if (typeof credits_deducted === 'number' && !isKnown) byId.set(extraction_id, one);
	}
	return [...byId.values()];
}

/** Says what this run cost, which of its rows cost nothing, and what was extracted again. */
export function chargeHints(extractions: Charged[], timeZone: string, isManual: boolean): Hint[] {
	const ended = endedOf(extractions);
	const earlier = ended.filter(({ isEarlier }) => isEarlier);
	const used = ended.reduce((sum, one) => sum + (one.isEarlier ? 0 : (one.status.credits_deducted ?? 0)), 0);
	// Credits only go down while the node runs, whichever extraction ended last.
	const left = Math.min(...extractions.flatMap(({ status }) => creditsAvailable(status) ?? []));
	const replaced = extractions.flatMap((one) => (one.isEarlier ? [] : (one.insteadOf ?? [])));
	const replacedOnce = new Map(replaced.map((details) => [details.extraction_id, details]));
	const dateOf = (time: string | null | undefined): string =>
		time ? readableTime(time, timeZone) : 'unknown date';
	const charge = hint('Credits used by this run', [], {
		count: used,
		type: 'info',
		next: extractions.some(({ batch }) => !batch.idFrom) ? PIN : undefined,
	});
	return [
		// The next run may need as many.
		...(left < used ? [{ message: `Credits left: ${left}. ${ADD_CREDITS}`, type: 'warning' as const }] : []),
		...hint(
			'Earlier extractions that rows come from, at no cost',
			earlier.map(({ createdAt }) => dateOf(createdAt)),
			{ type: 'info' },
		),
		...hint(
			'Files that the service knows by another name, from that extraction',
			ended.flatMap(({ names }) => describeRenamed(names)),
			{ type: 'info' },
		),
		...hint(
			'Earlier extractions of the same files that were cancelled or have expired, so the files were extracted again',
			[...replacedOnce.values()].map(
				({ created_at, credits_deducted: credits }) =>
					`${dateOf(created_at)}, credits ${credits ?? 'unknown'}`,
			),
		),
		// For somebody who builds a workflow.
		...(isManual ? charge : []),
	];
}

/** The notes to show on the node. */
export function notesOf(context: IExecuteFunctions, ledger: Ledger, choice: Output): Hint[] {
	const done = extractionsIn(ledger.done);
	const extractions = done.map(({ extracted }) => extracted);
	const timeZone = context.getTimezone();
	const asking = extractions.filter(({ status }) => status.status === 'input_required');
	const [until] = asking.flatMap(({ status }) => status.answer_by ?? []).sort();
	const inState = (state: FileState): InputFile[] =>
		entriesOf(ledger).flatMap((entry) => (entry.state === state ? entry.file : []));
	const isOutput = choice.unsupportedFiles === 'output';
	const unsupported = inState('skipped').map(({ fileName }) => fileName);
	const suggested = extractions
		.flatMap(({ status }) => status.ai_uncertainty_notes ?? [])
		.flatMap((note) => note.suggested_prompt_additions)
		.flatMap((one) => (isRecord(one) && Array.isArray(one.instructions) ? one.instructions.map(String) : []));
	// Output Summary has all of them.
	const additions = [...new Set(suggested)].slice(0, 5);
	const canSeparate = givesRows(choice) && !choice.separateReview;
	const findings = done.map(({ account }) => ({
		...account.findings(),
		// Other outputs hold what is to be reviewed in no row.
		...(canSeparate ? {} : { reviewsWithoutRow: [] }),
	}));
	const notes = [
		...hint('Extractions that wait for answers', [], {
			count: asking.length,
			next: `Use Answer: Submit, Answer: Ask in a Form, or the dashboard${until ? ` before ${readableTime(until, timeZone)}` : ''}`,
		}),
		...(isOutput ? hint('Files in the output Unsupported', unsupported, { type: 'info' }) : []),
		...done.flatMap(({ hints }) => hints ?? []),
		...hint('The rows come from an earlier request with the same Submission ID. It differs in', [
			...new Set(extractions.flatMap(({ differences }) => differences)),
		]),
		...findingHints(findings, canSeparate),
		...notSentHints(isOutput ? [] : inState('skipped'), inState('left_out'), inState('duplicate')),
		...hint(SUGGESTS, additions, { type: 'info' }),
		...requestHints(done, choice),
		...chargeHints(extractions, timeZone, context.getMode() === 'manual'),
	];
	const areCut = notes.some(({ message }) => MORE.test(message));
	return areCut ? [...notes, { message: ALL_FILES, type: 'info' as const }] : notes;
}
