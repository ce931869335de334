import { baselineDraft } from './baseline';
import { listedIds, type Findings } from './findings';
import { listBaseline, listChanges } from './listing';
import { reduce } from './reduce';
import type { TriggerState } from './state';
import type { PollOptions, Steps } from './steps';
import { chooseSurvey, inTurn, questionChecks, type Survey } from './survey';

/** Whose status to ask for: the questions of those that wait, and the open ones that no list of this poll showed. */
function statusChecks(
	state: TriggerState,
	survey: Survey | null,
	findings: Findings<unknown, unknown, unknown>,
	{ wanted, limits, nowMs }: PollOptions,
): string[] {
	const questions = questionChecks(state, wanted, limits, nowMs).map(([id]) => id);
	if (!survey) return questions;
	const known = new Set([...listedIds(findings), ...questions]);
	const unseen = [...state.tracked].filter(([id, { ended }]) => !ended && !known.has(id));
	const others = inTurn(unseen, nowMs).slice(0, survey.statuses);
	return [...questions, ...others.map(([id]) => id)];
}

/**
 * One poll, step by step: yields what to ask for and takes the answer, until it has its findings, which are then committed. Knows no HTTP,
 * no clock and no n8n. `stop` as an answer ends the steps of that kind; the next poll carries on what was left.
 *
 * @param before the stored state, or null at the first poll
 */
export function* pollSteps<Item, Status, Payload>(
	before: TriggerState | null,
	options: PollOptions,
): Steps<Item, Status, Payload, Findings<Item, Status, Payload>> {
	const state = before?.account === options.account ? before : null;
	const survey = state && chooseSurvey(state, options.wanted, options.limits, options.nowMs);
	const findings: Findings<Item, Status, Payload> = {
		baseline: state === null,
		startedMs: options.nowMs,
		newest: null,
		backlog: [],
		processing: null,
		statuses: new Map(),
		outcomes: new Map(),
	};
	if (state && survey) yield* listChanges(state, survey, findings, options);
	else yield* listBaseline(findings, options);

	const listed = state
		? reduce(state, findings, options.wanted, options.limits).state
		: baselineDraft(findings, options.account, options.wanted, options.limits)?.state;
	for (const id of listed ? statusChecks(listed, survey, findings, options) : []) {
		const answer = yield { kind: 'status', id };
		if (answer.kind === 'stop') break;
		if (answer.kind === 'status' || answer.kind === 'missing') findings.statuses.set(id, answer);
	}

	if (!state) return findings;
	for (const event of reduce(state, findings, options.wanted, options.limits).events) {
		const answer = yield { kind: 'event', event };
		if (answer.kind === 'stop') break;
		if (answer.kind === 'ready' || answer.kind === 'skip' || answer.kind === 'failed')
			findings.outcomes.set(event.key, answer);
	}
	return findings;
}
