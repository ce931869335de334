import { firstState } from './baseline';
import { WAITING, type Announcement, type EventOutcome, type TriggerEvent } from './events';
import type { PollFindings } from './findings';
import type { TriggerLimits } from './limits';
import { reduce, type TriggerOptions } from './reduce';
import { conclude, shortenQuestions, type StepKind, type TriggerState } from './state';

/** Whether an event is over with that outcome; if not, it stays in the state and comes up again at the next poll. */
function isOver(
	event: TriggerEvent<unknown, unknown>,
	outcome: EventOutcome<unknown>,
	{ attempts }: TriggerLimits,
): boolean {
	if (outcome.kind !== 'failed') return true;
	// Somebody may answer the questions before the next try, so they are announced while they are open.
	return outcome.final || event.attempt >= attempts || event.kind === WAITING;
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
	else if (event.kind !== WAITING) conclude(state, event.id, limits);
	else {
		delete tracked.late;
		// Open questions are never dropped, or they would be announced again.
		const now = [...new Set([...event.open, ...event.questions])];
		const before = (tracked.asked ?? []).filter((key) => !now.includes(key));
		tracked.asked = [...now, ...before.slice(0, limits.questionsRemembered)];
	}
}

/** Notes that there was no time for the questions of an event: the next poll that reads them announces them in any case. */
function postpone(state: TriggerState, { id, kind }: TriggerEvent<unknown, unknown>): void {
	const tracked = state.tracked.get(id);
	if (tracked && kind === WAITING) tracked.late = true;
}

const ORDER: readonly StepKind[] = ['newest', 'backlog', 'processing', 'status', 'event', 'retry'];

/** The kind of step that the next poll begins with. If calls are slow, each kind has its turn. */
function nextFirst({ began, starved }: PollFindings<unknown, unknown, unknown>): StepKind | undefined {
	const start = ORDER.indexOf(began) + 1;
	const next = [...ORDER.slice(start), ...ORDER.slice(0, start)].find((kind) => starved.has(kind));
	return next === 'newest' ? undefined : next;
}

/**
 * The last step of a poll. It takes no time and reads nothing but its arguments. `current` is what is stored NOW, not what the poll began with,
 * so that it does not announce again what another poll has announced in the meantime.
 *
 * @returns the state to store, and what to announce in the order of creation. The state is null if there is none to store.
 */
export function commit<Item, Status, Payload>(
	current: TriggerState | null,
	findings: PollFindings<Item, Status, Payload>,
	options: TriggerOptions,
): {
	state: TriggerState | null;
	announcements: Array<Announcement<Item, Status, Payload>>;
	/** Whether something has to wait because no more can be remembered. */
	full: boolean;
} {
	if (current?.account !== options.account) {
		// The account was changed while this poll was under way, so its findings are about the old one.
		const state = findings.baseline ? firstState(findings, options) : null;
		return { state: state ?? current, announcements: [], full: false };
	}
	const { state, events, full } = reduce(current, findings, options);
	const announcements: Array<Announcement<Item, Status, Payload>> = [];
	for (const event of events) {
		const outcome = findings.outcomes.get(event.key);
		if (!outcome) {
			postpone(state, event);
			continue;
		}
		const over = isOver(event, outcome, options.limits);
		settle(state, event, over, options.limits);
		if (over && outcome.kind !== 'skip') announcements.push({ event, payload: outcome.payload });
	}
	const first = nextFirst(findings);
	if (first) state.first = first;
	else delete state.first;
	shortenQuestions(state, options.limits);
	return { state, announcements, full };
}
