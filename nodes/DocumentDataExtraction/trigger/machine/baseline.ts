import { doneKey, isEnd } from './events';
import { newestFirst, newestOf, oldestOf, reaches, type PollFindings, type Scan } from './findings';
import type { TriggerLimits } from './limits';
import { discovered, newestIn } from './lists';
import { takeStatus, type TriggerOptions } from './reduce';
import { BYTES, leastBytes, roomFor, type TriggerState } from './state';

/** The latest time that counts: that of the newest extraction, or the service's own if that is earlier. The local clock never counts. */
const latestOf = (scan: Scan<unknown>): number => {
	const { serviceMs } = scan;
	return scan.items.length > 0 ? Math.min(newestOf(scan), serviceMs ?? Infinity) : (serviceMs ?? 0);
};

/** The creation time down to which the first poll scans. */
export const baselineFrom = (scan: Scan<unknown>, { baselineDepthMs }: TriggerLimits): number =>
	Math.max(0, latestOf(scan) - baselineDepthMs);

/** The start of the window, and the time before which an ended extraction is too old to be announced. */
function boundsOf(
	scan: Scan<unknown>,
	{ overlapMs }: TriggerLimits,
): [windowStart: number, silentUpTo: number] {
	const latest = latestOf(scan);
	const [start, silent] = [latest - overlapMs, (scan.serviceMs ?? latest) - overlapMs];
	return [Math.max(0, start), Math.max(0, silent)];
}

/** The service's time of the activation, if the first look comes later. What was created since then is announced, as at any other poll. */
const activationOf = ({ serviceMs, receivedMs }: Scan<unknown>, activatedMs: number | undefined): number =>
	activatedMs === undefined || serviceMs === undefined || receivedMs === null
		? Infinity
		: serviceMs - (receivedMs - activatedMs);

/**
 * Makes the state after the first poll: what has ended is not announced, what is open is tracked, and the questions asked so far are known.
 * Null if the poll did not read one page. What it had no time or room for becomes the backlog; what has ended in it is not announced.
 */
export function firstState(
	findings: PollFindings<unknown, unknown, unknown>,
	{ account, filter, wanted, limits, activatedMs }: TriggerOptions,
): TriggerState | null {
	const scan = findings.newest;
	if (!scan) return null;
	const activation = activationOf(scan, activatedMs);
	const [windowStart, silent] = boundsOf(scan, limits);
	const silentUpTo = Math.min(silent, activation);
	const state: TriggerState = {
		account,
		filter,
		windowStart,
		silentUpTo,
		newest: newestIn(scan),
		backlog: null,
		tracked: new Map(),
		done: new Map(),
		turn: 0,
	};
	let from = baselineFrom(scan, limits);
	let to = reaches(scan, from) ? undefined : oldestOf(scan);
	let bytes = leastBytes(state);
	const hasRoom = (more: number, createdAt: number): boolean => {
		if (bytes + more > roomFor(state, createdAt, limits)) return false;
		bytes += more;
		return true;
	};
	const track = (listed: (typeof scan.items)[number]): boolean => {
		const tracked = hasRoom(BYTES.entry(listed.id), listed.createdAt)
			? discovered({ state, wanted }, listed)
			: null;
		if (tracked?.waiting && listed.createdAt < activation) tracked.silent = true;
		if (tracked) state.tracked.set(listed.id, tracked);
		return tracked !== null;
	};
	for (const listed of newestFirst(scan)) {
		const { id, status, createdAt } = listed;
		const isOver = isEnd(status);
		if (isOver && (createdAt < activation || !discovered({ state, wanted }, listed))) {
			if (createdAt < windowStart || state.done.has(doneKey(id))) continue;
			if (hasRoom(BYTES.done, createdAt)) {
				state.done.set(doneKey(id), createdAt);
				continue;
			}
		} else if (state.tracked.has(id) || track(listed)) continue;
		to = createdAt;
		break;
	}
	for (const listed of findings.processing?.items ?? []) {
		const { id, status, createdAt } = listed;
		if (isEnd(status) || state.tracked.has(id) || state.done.has(doneKey(id)) || track(listed)) continue;
		from = Math.min(from, createdAt);
		to = Math.max(to ?? 0, createdAt);
	}
	const { processing } = findings;
	if (!scan.exhausted && !processing) state.unsurveyed = true;
	// The list of extractions in processing was cut short. The others may be of any age.
	if (!scan.exhausted && processing && !processing.exhausted) {
		from = 0;
		to = Math.max(to ?? 0, Math.min(oldestOf(processing), oldestOf(scan)));
	}
	if (to !== undefined && Number.isFinite(to)) {
		state.backlog = { from, to };
		state.silentUpTo = Math.min(Math.max(silentUpTo, to + 1), activation);
	}
	if (findings.statuses.size > 0) state.turn += 1;
	for (const [id, finding] of findings.statuses) takeStatus(state, id, finding, findings.startedTurn);
	return state;
}
