import type { History, PollRecord } from './history';
import { isFiltered } from './history';
import type { Modelled, Round } from './service';

/** How often something may and must have been announced. */
export interface Expectation {
	what: string;
	least: number;
	most: number;
	count: number;
}

const NEVER = { least: 0, most: 0 };
const MAYBE = { least: 0, most: 1 };
/** Two polls at once may see different sets of the same two questions. */
const EACH_SET = { least: 0, most: 2 };
const ONCE = { least: 1, most: 1 };

/** How the extraction stood when the trigger was activated. */
function atActivation(extraction: Modelled, baseline: PollRecord): 'later' | 'ended' | 'open' | 'unclear' {
	const { createdStep, endedStep, listedFrom } = extraction;
	if (createdStep > baseline.endStep) return 'later';
	if (createdStep > baseline.firstStep || listedFrom > baseline.firstNow) return 'unclear';
	if (endedStep < baseline.firstStep) return 'ended';
	return endedStep > baseline.endStep && baseline.thorough ? 'open' : 'unclear';
}

/** Whether a poll looked at everything while something was the case, so that it must have noticed. */
const wasNoticed = (
	{ polls }: History,
	{ listedFrom }: Modelled,
	from: number,
	until: number,
	baseline: PollRecord,
): boolean =>
	polls.some(
		(poll) =>
			poll !== baseline &&
			poll.thorough &&
			poll.firstStep > from &&
			poll.firstNow >= listedFrom &&
			poll.endStep < until,
	);

function endExpected(
	history: History,
	extraction: Modelled,
	baseline: PollRecord,
): { least: number; most: number } {
	const { status, endedStep, deletedStep, id } = extraction;
	if (endedStep === Infinity || isFiltered(id)) return NEVER;
	if (!history.setting.wanted.some((kind) => kind === status)) return NEVER;
	const standing = atActivation(extraction, baseline);
	if (standing === 'ended') return NEVER;
	if (standing === 'unclear') return MAYBE;
	if (deletedStep < Infinity && !wasNoticed(history, extraction, endedStep, deletedStep, baseline))
		return MAYBE;
	return ONCE;
}

function roundExpected(
	history: History,
	extraction: Modelled,
	{ askedAt, closedAt, partly }: Round,
	baseline: PollRecord,
): { least: number; most: number } {
	if (isFiltered(extraction.id) || !history.setting.wanted.includes('input_required')) return NEVER;
	const standing = atActivation(extraction, baseline);
	if (standing === 'ended' || (standing !== 'later' && closedAt < baseline.firstStep)) return NEVER;
	if (standing !== 'later' && askedAt < baseline.firstStep && baseline.thorough && standing === 'open')
		return NEVER;
	if (partly) return EACH_SET;
	if (standing === 'unclear' || askedAt < baseline.endStep) return MAYBE;
	return wasNoticed(history, extraction, askedAt, closedAt, baseline) ? ONCE : MAYBE;
}

/**
 * What must have been announced by now: every event once; once more at most for each time that n8n went on with a state from before the
 * announcement.
 */
export function expectations(history: History): Expectation[] {
	const { emitted, rollbacks } = history.n8n;
	const [baseline] = history.polls;
	if (!baseline) return [];
	const check = (
		what: string,
		expected: { least: number; most: number },
		matches: (index: number) => boolean,
	): Expectation => {
		const announced = [...emitted.keys()].filter(matches);
		const forgotten = rollbacks.filter((rollback) =>
			announced.some((index) => index >= rollback.stored && index < rollback.emitted),
		).length;
		const most = expected.most === 0 ? 0 : expected.most + forgotten;
		return { what, least: expected.least, most, count: announced.length };
	};
	return history.service.extractions.flatMap((extraction) => [
		check(`the end of ${extraction.id}`, endExpected(history, extraction, baseline), (index) => {
			const { event } = emitted[index]!;
			return event.id === extraction.id && event.kind !== 'input_required';
		}),
		...extraction.rounds.map((round) =>
			check(
				`round ${round.number} of ${extraction.id}`,
				roundExpected(history, extraction, round, baseline),
				(index) => {
					const { event } = emitted[index]!;
					return (
						event.id === extraction.id &&
						event.kind === 'input_required' &&
						event.status?.round === round.number
					);
				},
			),
		),
	]);
}

export const isMet = ({ count, least, most }: Expectation): boolean => count >= least && count <= most;

export const inWords = ({ what, count, least, most }: Expectation): string =>
	`${what}: announced ${count} times, expected ${least} to ${most}`;
