import type { Identity } from './n8n/identity';
import type { PollRecord } from './n8n/n8n';

/** Looks at open extractions take turns, and so do pages: the polls of the longest round that is waited for. */
const LONGEST_ROUND = 16;

const isQuiet = ({ error, emitted, requests }: PollRecord): boolean =>
	!error && emitted === 0 && requests.every(({ isAnswered }) => isAnswered);

/**
 * What the latest polls of a trigger asked, the last one first, as far back as they had every answer and brought nothing. Of those that
 * began at the same moment, such as one for each activation, only one counts: the others ask the same, and that is no round. Nor is one that asked
 * nothing, or what a process asks again because it knows nothing of the one before.
 */
function quietPolls(polls: readonly PollRecord[], trigger: Identity): string[][] {
	const asked: string[][] = [];
	let startedAt: number | undefined;
	for (let index = polls.length - 1; index >= 0 && asked.length < 2 * LONGEST_ROUND; index--) {
		const poll = polls[index]!;
		if (poll.identity !== trigger) continue;
		if (!poll.process.isAlive || !isQuiet(poll)) break;
		if (poll.startedAt === startedAt || poll.requests.length === 0) continue;
		startedAt = poll.startedAt;
		asked.push(poll.requests.map(({ what }) => what()));
	}
	return asked;
}

/** Whether the polls of the last round asked nothing that those of the round before had not asked. */
function goesRound(asked: readonly string[][], length: number): boolean {
	const before = new Set(asked.slice(length, 2 * length).flat());
	const last = asked.slice(0, length).flat();
	return last.every((request) => before.has(request));
}

/** Whether each trigger has every answer, brings nothing and asks the same round after round: if nothing happens, it goes on like that. */
export const isSteady = (polls: readonly PollRecord[], triggers: readonly Identity[]): boolean =>
	triggers.every((trigger) => {
		const asked = quietPolls(polls, trigger);
		for (let length = 2; 2 * length <= asked.length; length++) if (goesRound(asked, length)) return true;
		return false;
	});

/**
 * How many of a trigger's latest polls got no answer, or none of the lists that they asked for, and said nothing. One that came while another was
 * under way could not get any.
 */
export function pollsOfNothing(polls: readonly PollRecord[], trigger: Identity): number {
	let count = 0;
	let busySince = Infinity;
	for (let index = polls.length - 1; index >= 0; index--) {
		const { identity, process, error, requests, startedAt } = polls[index]!;
		if (identity !== trigger) continue;
		const answered = requests.filter(({ isAnswered }) => isAnswered);
		if (!process.isAlive || error || answered.some(({ id }) => id === '')) break;
		const asksForLists = requests.some(({ id }) => id === '');
		if (answered.length > 0 && !asksForLists) continue;
		if (requests.length > 0) busySince = Math.min(busySince, startedAt);
		if (requests.length > 0 || startedAt < busySince) count++;
	}
	return count;
}

/** Whether no trigger looks any more for what was open when it began: those of its polls that got a turn have asked for no such list of late. */
export const haveLookedBack = (polls: readonly PollRecord[], triggers: readonly Identity[]): boolean =>
	triggers.every((trigger) => {
		const own = polls.filter(({ identity, requests }) => identity === trigger && requests.length > 0);
		const last = own.slice(-LONGEST_ROUND);
		const isLooking = last.some(({ requests }) => requests.some(({ looksBack }) => looksBack));
		return last.length === LONGEST_ROUND && !isLooking;
	});
