import { conclude, draftOf, finish, observe } from './draft';
import { WAITING, type EventKind, type ListedExtraction, type TriggerEvent } from './events';
import type { Findings } from './findings';
import type { TriggerLimits } from './limits';
import { covers, takeBacklog, takeNewest } from './lists';
import { questionKeys } from './questions';
import type { Tracked, TriggerState } from './state';
import { newQuestions, takeStatus } from './statuses';

/** Where each listed extraction stands in the list, as far as this poll can tell. */
function placesOf(findings: Findings<unknown, unknown, unknown>, before: TriggerState): Map<string, number> {
	const places = new Map<string, number>();
	for (const scan of findings.backlog) {
		const newer = before.backlog.find((stretch) => covers(scan, stretch))?.newer ?? 0;
		for (const [index, { id }] of scan.items.entries()) places.set(id, newer + index);
	}
	for (const [index, { id }] of findings.newest?.items.entries() ?? []) places.set(id, index);
	return places;
}

function itemsById<Item>(findings: Findings<Item, unknown, unknown>): Map<string, ListedExtraction<Item>> {
	const items = [...findings.backlog, findings.newest].flatMap((scan) => scan?.items ?? []);
	return new Map(items.map((item) => [item.id, item]));
}

/** The event that a tracked extraction is due for, if any. */
function eventOf<Item, Status>(
	[id, tracked]: [string, Tracked],
	findings: Findings<Item, Status, unknown>,
	listed: ReadonlyMap<string, ListedExtraction<Item>>,
): TriggerEvent<Item, Status> | undefined {
	const { createdAt, ended, waiting, attempts = 0 } = tracked;
	const finding = findings.statuses.get(id);
	const found = finding?.kind === 'status' ? finding : undefined;
	const open = !ended && waiting ? (found?.questions ?? []) : [];
	const questions = newQuestions(tracked, open);
	if (!ended && questions.length === 0) return undefined;

	const kind = ended ?? WAITING;
	const item = listed.get(id);
	return {
		key: JSON.stringify([id, kind, ...questionKeys(open)]),
		kind,
		id,
		createdAt,
		attempt: attempts + 1,
		questions,
		item: item?.status === kind ? item.item : undefined,
		status: found?.status === kind ? found.answer : undefined,
	};
}

/**
 * What a poll has found, taken into a state: the next state, in which every event is still open, and the events in the order of creation.
 * An event that another poll has announced in the meantime is not among them.
 */
export function reduce<Item, Status>(
	before: TriggerState,
	findings: Findings<Item, Status, unknown>,
	wanted: ReadonlySet<EventKind>,
	limits: TriggerLimits,
): { state: TriggerState; events: Array<TriggerEvent<Item, Status>> } {
	const draft = draftOf(before, wanted, limits);
	const { state } = draft;
	if (findings.newest) takeNewest(draft, findings.newest, findings.startedMs);
	for (const scan of findings.backlog) takeBacklog(draft, scan);
	for (const { id, status } of findings.processing?.items ?? []) {
		const tracked = state.tracked.get(id);
		if (tracked) observe(tracked, status);
	}
	if (findings.statuses.size > 0) state.turn += 1;
	for (const [id, finding] of findings.statuses) takeStatus(state, id, finding);
	finish(draft, placesOf(findings, before));

	for (const [id, { ended }] of state.tracked) {
		if (ended && !wanted.has(ended)) conclude(state, id);
	}
	const listed = itemsById(findings);
	const events = [...state.tracked].flatMap((entry) => eventOf(entry, findings, listed) ?? []);
	return {
		state,
		events: events
			.filter(({ kind }) => wanted.has(kind))
			.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)),
	};
}
