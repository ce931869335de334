import type { Hint } from '../../../../extraction/ledger/hints';
import type { LedgerEntry } from '../../../../extraction/ledger/ledger';
import type { Extracted } from '../../../../extraction/run/batch';
import { readableTime } from '../../../../shared/readableTime';
import { joinNames, plural } from '../../../../shared/text';

/** Says that the service waits for answers, and how to give them. */
export function questionHints(asking: Extracted[], timeZone: string): Hint[] {
	if (asking.length === 0) return [];
	const count = asking.reduce((sum, { status }) => sum + (status.questions?.length ?? 0), 0);
	const [first] = asking.flatMap(({ status }) => status.answer_by ?? []).sort();
	const until = first === undefined ? '' : ` and waits until ${readableTime(first, timeZone)}`;
	const message = `The service asks ${plural(count, 'question')}${until}. Answer ${count === 1 ? 'it' : 'them'} with Answer: Submit or Answer: Ask in a Form, or in the dashboard.`;
	return [{ type: 'warning', message }];
}

/** Says which files went to the output Unsupported. */
export function unsupportedHints(unsupported: LedgerEntry[]): Hint[] {
	if (unsupported.length === 0) return [];
	const names = joinNames(unsupported.map(({ fileName }) => fileName));
	const message = `${plural(unsupported.length, 'file')} went to the output Unsupported: ${names}`;
	return [{ type: 'info', message }];
}
