import type { IExecuteFunctions } from 'n8n-workflow';
import { mergeFindings } from '../../../extraction/ledger/Account';
import {
	againHints,
	chargeHints,
	creditsUsed,
	earlierHints,
	hintsFor,
	invoiceHints,
	type Hint,
} from '../../../extraction/ledger/hints';
import type { LedgerEntry } from '../../../extraction/ledger/ledger';
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
