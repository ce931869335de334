import type { IExecuteFunctions } from 'n8n-workflow';
import { mergeFindings } from '../../../extraction/ledger/Account';
import { hint, hintsFor, invoiceHints, type Hint } from '../../../extraction/ledger/hints';
import type { LedgerEntry } from '../../../extraction/ledger/ledger';
import type { Extracted } from '../../../extraction/run/batch';
import { summaryOf } from '../../../extraction/ledger/summary';
import { joinNames, plural } from '../../../shared/text';
import { readableTime } from '../../../shared/time';
import { givesRows, type Output } from './parameters';
import { entriesOf, isUnsupported, type Ledger } from './render';
import { extractionsIn } from './run';
import type { ShapedExtraction } from './shapes';

/** Says that the service waits for answers, and how to give them. */
function questionHints(asking: ShapedExtraction[], timeZone: string): Hint[] {
	if (asking.length === 0) return [];
	const questions = asking.flatMap(({ extracted }) => extracted.status.questions ?? []);
	const [first] = asking.flatMap(({ extracted }) => extracted.status.answer_by ?? []).sort();
	const until = first === undefined ? '' : ` and waits until ${readableTime(first, timeZone)}`;
	const message = `The service asks ${plural(questions.length, 'question')}${until}. Answer ${questions.length === 1 ? 'it' : 'them'} with Answer: Submit or Answer: Ask in a Form, or in the dashboard.`;
	return [{ type: 'warning', message }];
}

/** Says which files went to the output Unsupported. */
function unsupportedHints(unsupported: LedgerEntry[]): Hint[] {
	if (unsupported.length === 0) return [];
	const names = joinNames(unsupported.map(({ fileName }) => fileName));
	const message = `${plural(unsupported.length, 'file')} went to the output Unsupported: ${names}`;
	return [{ type: 'info', message }];
}

const PIN = 'Pin the output while you build the next steps, so that testing costs nothing';

type Charged = Pick<Extracted, 'batch' | 'isEarlier' | 'createdAt' | 'insteadOf' | 'status'>;

/** The extractions whose charge is known, each once: several items may share one, which the first of them made. */
function endedOf(extractions: Charged[]): Charged[] {
	const byId = new Map<string, Charged>();
	for (const one of extractions) {
		const { extraction_id, credits_deducted } = one.status;
		const isKnown = byId.get(extraction_id)?.isEarlier === false;
		if (typeof credits_deducted === 'number' && !isKnown) byId.set(extraction_id, one);
	}
	return [...byId.values()];
}

/** What a run was charged for, in credits. */
export const creditsUsed = (extractions: Charged[]): number =>
	endedOf(extractions)
		.filter(({ isEarlier }) => !isEarlier)
		.reduce((sum, { status }) => sum + (status.credits_deducted ?? 0), 0);

/** Says what a run cost, for somebody who builds a workflow, and that the next one costs as much unless it finds this one. */
export function chargeHints(extractions: Charged[]): Hint[] {
	const credits = creditsUsed(extractions);
	const costsAgain = extractions.some(({ batch }) => !batch.idFrom);
	return hint(
		'info',
		credits,
		() => `This run used ${plural(credits, 'credit')}${costsAgain ? `. ${PIN}` : ''}`,
	);
}

/** Says that files were extracted a second time, in place of what, and what that had cost. */
export function againHints(extractions: Charged[], timeZone: string): Hint[] {
	const insteadOf = extractions.flatMap((one) => (one.isEarlier ? [] : (one.insteadOf ?? [])));
	const byId = new Map(insteadOf.map((details) => [details.extraction_id, details]));
	return [...byId.values()].map(({ created_at, credits_deducted, status }) => {
		const that = `extraction${created_at ? ` of ${readableTime(created_at, timeZone)}` : ''} with the same files`;
		const ended =
			status === 'cancelled' ? `The ${that} was cancelled` : `The rows of the ${that} have expired`;
		const cost =
			typeof credits_deducted === 'number' ? `. It had cost ${plural(credits_deducted, 'credit')}` : '';
		return { message: `${ended}${cost}. The files were extracted again`, type: 'warning' };
	});
}

/** Says that rows come from earlier extractions, of when, and that they cost nothing. */
export function earlierHints(extractions: Charged[], timeZone: string): Hint[] {
	const ended = endedOf(extractions);
	const earlier = ended.filter(({ isEarlier }) => isEarlier);
	const times = earlier.flatMap(({ createdAt }) => createdAt ?? []).sort();
	const [from, to] = [times[0], times.at(-1)].map((time) => time && readableTime(time, timeZone));
	const when = from && to ? ` of ${from === to ? from : `${from} to ${to}`}` : '';
	return hint('info', earlier.length, () => {
		const those = earlier.length === 1 ? 'an earlier extraction' : `${earlier.length} earlier extractions`;
		return earlier.length === ended.length
			? `This run used no credits. Its output comes from ${those}${when}`
			: `A part of the output comes from ${those}${when}, at no cost`;
	});
}

/** The notes to show on the node. */
export function notesOf(context: IExecuteFunctions, ledger: Ledger, choice: Output): Hint[] {
	const done = extractionsIn(ledger.done);
	const accounts = done.map(({ account }) => account);
	const extractions = done.map(({ extracted }) => extracted);
	const asking = done.filter(({ extracted }) => extracted.status.status === 'input_required');
	const entries = entriesOf(ledger);
	const found = {
		...mergeFindings(
			done.map(({ account, reviewsWithoutRow = [] }) => ({ ...account.findings(), reviewsWithoutRow })),
		),
		strangers: accounts.reduce((sum, { strangers }) => sum + strangers, 0),
		fewerRowsThanFiles: accounts.flatMap(({ fewerRowsThanFiles }) => fewerRowsThanFiles),
		differences: extractions.flatMap(({ differences }) => differences),
		creditsUsed: creditsUsed(extractions),
		creditsAvailable: extractions.map((extracted) => summaryOf(extracted, [], []).credits_available),
	};
	// Whether the user could send the rows that need review to their own output, but does not.
	const canSeparate = givesRows(choice) && !choice.separateReview;
	return [
		...questionHints(asking, context.getTimezone()),
		...unsupportedHints(entries.filter((entry) => isUnsupported(entry, choice))),
		...invoiceHints(done.flatMap(({ grouping }) => grouping ?? [])),
		...hintsFor(
			entries.filter((entry) => !isUnsupported(entry, choice)),
			found,
			canSeparate,
		),
		...earlierHints(extractions, context.getTimezone()),
		...againHints(extractions, context.getTimezone()),
		...(context.getMode() === 'manual' ? chargeHints(extractions) : []),
	];
}
