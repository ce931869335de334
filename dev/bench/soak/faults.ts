import type { Control, ExtractionPlan, Fault } from '../../sandbox';
import { COMPLETE, LIST, PARTS, RESULTS, SESSIONS, STATUS, SUBMIT } from '../../../test/support/endpoints';

/** So many documents are sent from one fault to the next. */
const EVERY = 3;

/** What goes wrong on the way, over and over. All of it passes. */
const FAULTS: Fault[] = [
	{ endpoint: SESSIONS, kind: 'reset' },
	{ endpoint: STATUS, kind: 'cut_held', delayMs: 500 },
	{ endpoint: PARTS, kind: 'rate_limited' },
	{ endpoint: RESULTS, kind: 'truncated' },
	{ endpoint: 'PUT part', kind: 'reset' },
	{ endpoint: LIST, kind: 'error', status: 500 },
	{ endpoint: COMPLETE, kind: 'reset_after' },
	{ endpoint: SUBMIT, kind: 'reset_after' },
	{ endpoint: STATUS, kind: 'html' },
	{ endpoint: 'PUT part', kind: 'expired_url' },
	{ endpoint: LIST, kind: 'reset' },
	{ endpoint: SUBMIT, kind: 'error', status: 503 },
	{ endpoint: RESULTS, kind: 'rate_limited' },
	{ endpoint: STATUS, kind: 'hang', delayMs: 3000 },
	{ endpoint: RESULTS, kind: 'delay', delayMs: 2000 },
];

/** An extraction that fails in a way that may pass: the node submits it again. */
const FAILS: ExtractionPlan = { fail: { code: 'INTERNAL_ERROR', retryable: true } };
const FAILS_EVERY = 50;

/** Has something go wrong around the document of this number. @returns whether it does */
export function disturb({ addFault, planExtractions }: Control, document: number): boolean {
	if (document % FAILS_EVERY === FAILS_EVERY - 1) planExtractions([FAILS]);
	if (document % EVERY !== 0) return false;
	addFault(FAULTS[(document / EVERY) % FAULTS.length]!);
	return true;
}
