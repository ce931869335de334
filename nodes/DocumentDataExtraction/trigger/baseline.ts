import type { Draft } from './draft';
import { observe } from './draft';
import { isTerminal, type EventKind } from './events';
import { newestOf, oldestOf, reaches, type Findings, type Scan } from './findings';
import type { TriggerLimits } from './limits';
import { newestIn } from './lists';
import type { Tracked, TriggerState } from './state';

/** How far back the scan of the first poll goes: from the newest extraction, never from a clock of ours. */
export const baselineFrom = (scan: Scan<unknown>, { baselineDepthMs }: TriggerLimits): number =>
	Math.max(0, newestOf(scan) - baselineDepthMs);

function track(state: TriggerState, id: string, status: string, tracked: Tracked): void {
	observe(tracked, status);
	if (tracked.waiting) tracked.silent = true;
	state.tracked.set(id, tracked);
}

/**
 * The state after the first poll: what has ended is not announced, what is open is tracked, the questions asked so far are known. Null when
 * the poll did not get as far as one page. A scan that was cut short goes on, silently, in the next polls.
 */
export function baselineDraft(
	findings: Findings<unknown, unknown, unknown>,
	account: string,
	wanted: ReadonlySet<EventKind>,
	limits: TriggerLimits,
): Draft | null {
	const scan = findings.newest;
	if (!scan) return null;
	const windowStart = Math.max(0, newestOf(scan) - limits.overlapMs);
	const state: TriggerState = {
		account,
		windowStart,
		newest: newestIn(scan),
		backlog: [],
		tracked: new Map(),
		handled: new Map(),
		turn: 0,
	};
	const full = (): boolean => state.tracked.size + state.handled.size >= limits.remembered;

	let from = baselineFrom(scan, limits);
	let to = reaches(scan, from) ? undefined : oldestOf(scan);
	for (const [newer, { id, status, createdAt }] of scan.items.entries()) {
		const ended = isTerminal(status);
		if (ended && createdAt < windowStart) continue;
		if (full()) {
			to = createdAt;
			break;
		}
		if (ended) state.handled.set(id, createdAt);
		else track(state, id, status, { createdAt, newer });
	}
	for (const { id, status, createdAt } of findings.processing?.items ?? []) {
		if (state.tracked.has(id) || state.handled.has(id)) continue;
		if (!full()) {
			track(state, id, status, { createdAt, newer: null });
			continue;
		}
		from = Math.min(from, createdAt);
		to = Math.max(to ?? 0, createdAt);
	}
	// The list of those in processing was cut short: what it did not tell of may be of any age.
	if (!scan.exhausted && !findings.processing?.exhausted) {
		from = 0;
		to ??= oldestOf(scan);
	}
	if (to !== undefined) state.backlog = [{ from, to, newer: scan.items.length, silent: true }];
	return { state, wanted, limits, discovered: [] };
}
