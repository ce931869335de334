import { createHash } from 'crypto';
import { WAITING, type EventKind } from './events';
import type { TriggerLimits } from './limits';
import type { Tracked, TriggerState } from './state';

type Entry = [id: string, tracked: Tracked];

/** Which lists a poll reads to learn what became of the open extractions that are older than the window. */
export interface Survey {
	/** Where the list of the newest ends: at the window's start, or further back. */
	from: number;
	/** Creation times between which those in processing are listed, if they are. */
	processing: { from: number; to: number } | null;
	/** Status requests for extractions that no list answered for. */
	statuses: number;
}

/** Those asked after longest ago first. At random among equals: a poll whose state n8n did not keep must not ask after the same ones for ever. */
export function inTurn(entries: Entry[], nowMs: number): Entry[] {
	const order = new Map(
		entries.map(([id]) => [id, createHash('sha256').update(`${nowMs} ${id}`).digest('hex')] as const),
	);
	const lot = (id: string): string => order.get(id) ?? '';
	return [...entries].sort(
		([a, { checked: aTurn = -1 }], [b, { checked: bTurn = -1 }]) =>
			aTurn - bTurn || (lot(a) < lot(b) ? -1 : 1),
	);
}

/** The extractions that are asked for their questions. */
export function questionChecks(
	state: TriggerState,
	wanted: ReadonlySet<EventKind>,
	{ questionChecksPerPoll }: TriggerLimits,
	nowMs: number,
): Entry[] {
	if (!wanted.has(WAITING)) return [];
	const waiting = [...state.tracked].filter(([, tracked]) => tracked.waiting && !tracked.ended);
	return inTurn(waiting, nowMs).slice(0, questionChecksPerPoll);
}

/**
 * How far to follow the list, and what that costs in requests beyond the pages of the window: each further page saves the status requests for
 * the extractions on it. At worst, as many requests as there are extractions; at worst, the pages down to the oldest.
 */
function cheapestDepth(
	entries: Entry[],
	windowPages: number,
	limits: TriggerLimits,
): { cost: number; statuses: number; from: number } {
	const placed = entries.flatMap(([, { newer, createdAt }]) =>
		newer === null ? [] : [{ newer, createdAt }],
	);
	let best = { cost: entries.length, statuses: entries.length, from: Infinity };
	let from = Infinity;
	for (const [index, { newer, createdAt }] of placed.sort((a, b) => a.newer - b.newer).entries()) {
		const pages = Math.ceil((newer + 1) / limits.pageSize);
		if (pages > limits.pagesPerPoll) break;
		from = Math.min(from, createdAt);
		const statuses = entries.length - index - 1;
		const cost = Math.max(0, pages - windowPages) + statuses;
		if (cost <= best.cost) best = { cost, statuses, from };
	}
	return best;
}

export function chooseSurvey(
	state: TriggerState,
	wanted: ReadonlySet<EventKind>,
	limits: TriggerLimits,
	nowMs: number,
): Survey {
	const { windowStart } = state;
	const asked = new Set(questionChecks(state, wanted, limits, nowMs).map(([id]) => id));
	const old = [...state.tracked].filter(
		([id, { createdAt, ended }]) => createdAt < windowStart && !ended && !asked.has(id),
	);
	// While a backlog is carried on, the list is not followed past the window.
	const depthLimits = state.backlog.length > 0 ? { ...limits, pagesPerPoll: 0 } : limits;
	const inWindow = [
		...state.handled.values(),
		...[...state.tracked.values()].map(({ createdAt }) => createdAt),
	];
	const windowPages = Math.max(
		1,
		Math.ceil(inWindow.filter((createdAt) => createdAt >= windowStart).length / limits.pageSize),
	);

	const direct = cheapestDepth(old, windowPages, depthLimits);
	const processing = old.filter(([, { waiting }]) => !waiting);
	const rest = cheapestDepth(
		old.filter(([, { waiting }]) => waiting),
		windowPages,
		depthLimits,
	);
	const saved = direct.cost - rest.cost - Math.ceil(processing.length / limits.pageSize);
	if (processing.length < limits.processingListFrom || saved <= 0)
		return {
			from: Math.min(windowStart, direct.from),
			processing: null,
			statuses: limits.statusesPerPoll,
		};
	const times = processing.map(([, { createdAt }]) => createdAt);
	return {
		from: Math.min(windowStart, rest.from),
		processing: { from: Math.min(...times), to: Math.max(...times) },
		statuses: Math.min(limits.statusesPerPoll, saved + rest.statuses),
	};
}
