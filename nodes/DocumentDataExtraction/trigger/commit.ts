import { baselineDraft } from './baseline';
import { conclude } from './draft';
import { WAITING, type Announcement, type EventKind, type EventOutcome, type TriggerEvent } from './events';
import type { Findings } from './findings';
import type { TriggerLimits } from './limits';
import { reduce } from './reduce';
import type { TriggerState } from './state';
import { takeStatus } from './statuses';
import { forgetSettled } from './window';

export interface TriggerOptions {
	/** Fingerprint of base URL, credential and scope. Another one means another account: the trigger starts anew. */
	account: string;
	wanted: ReadonlySet<EventKind>;
	limits: TriggerLimits;
}

function firstState(
	findings: Findings<unknown, unknown, unknown>,
	{ account, wanted, limits }: TriggerOptions,
): TriggerState | null {
	const draft = baselineDraft(findings, account, wanted, limits);
	if (!draft) return null;
	if (findings.statuses.size > 0) draft.state.turn += 1;
	for (const [id, finding] of findings.statuses) takeStatus(draft.state, id, finding);
	forgetSettled(draft.state);
	return draft.state;
}

/** Whether an event is over with that outcome; if not, it stays in the state and comes up again at the next poll. */
function isOver<Payload>(
	event: TriggerEvent<unknown, unknown>,
	outcome: EventOutcome<Payload>,
	limits: TriggerLimits,
): boolean {
	if (outcome.kind !== 'failed') return true;
	// Questions may be answered before the next try: they are announced while they are open.
	return outcome.final || event.attempt >= limits.attempts || event.kind === WAITING;
}

function settle(
	state: TriggerState,
	event: TriggerEvent<unknown, unknown>,
	over: boolean,
	limits: TriggerLimits,
): void {
	const tracked = state.tracked.get(event.id);
	if (!tracked) return;
	if (!over) tracked.attempts = event.attempt;
	else if (event.kind !== WAITING) conclude(state, event.id);
	else
		tracked.announced = [...(tracked.announced ?? []), ...event.questions].slice(-limits.questionsRemembered);
}

/**
 * The last step of a poll, taken without a pause: reads nothing but its arguments, so that what another poll has announced while this one was
 * under way is not announced again. `current` is what is stored NOW, not what the poll began with.
 *
 * @returns the state to store, and what to announce in the order of creation. The state is null where there is none to store.
 */
export function commit<Item, Status, Payload>(
	current: TriggerState | null,
	findings: Findings<Item, Status, Payload>,
	options: TriggerOptions,
): { state: TriggerState | null; announcements: Array<Announcement<Item, Status, Payload>> } {
	if (current?.account !== options.account) {
		// The account was changed while this poll was under way: what it found belongs to the old one.
		const state = findings.baseline ? firstState(findings, options) : null;
		return { state: state ?? current, announcements: [] };
	}
	const { state, events } = reduce(current, findings, options.wanted, options.limits);
	const announcements: Array<Announcement<Item, Status, Payload>> = [];
	for (const event of events) {
		const outcome = findings.outcomes.get(event.key);
		if (!outcome) continue;
		const over = isOver(event, outcome, options.limits);
		settle(state, event, over, options.limits);
		if (over && outcome.kind !== 'skip') announcements.push({ event, payload: outcome.payload });
	}
	return { state, announcements };
}
