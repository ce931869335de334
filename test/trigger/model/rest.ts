import type { Identity } from './identity';
import type { PollRecord } from './n8n';

/** Looks at open extractions take turns, and so do pages: the polls of the longest round that is waited for. */
const LONGEST_ROUND = 16;

const isQuiet = ({ error, emitted, requests }: PollRecord): boolean =>
	!error && emitted === 0 && requests.every(({ isAnswered }) => isAnswered);

const requestsOf = (polls: readonly PollRecord[]): Set<string> =>
	new Set(polls.flatMap(({ requests }) => requests.map(({ what }) => what())));

/** Whether the polls of the last round were quiet and asked nothing that those of the round before had not asked. */
function goesRound(polls: readonly PollRecord[], length: number): boolean {
	const last = polls.slice(-2 * length);
	if (last.length < 2 * length || !last.every(isQuiet)) return false;
	const asked = requestsOf(last.slice(0, length));
	return [...requestsOf(last.slice(length))].every((request) => asked.has(request));
}

/** Whether each trigger has every answer, brings nothing and asks the same round after round: if nothing happens, it goes on like that. */
export const isSteady = (polls: readonly PollRecord[], triggers: readonly Identity[]): boolean =>
	triggers.every((identity) => {
		const own = polls.filter((poll) => poll.identity === identity);
		for (let length = 2; length <= LONGEST_ROUND; length++) if (goesRound(own, length)) return true;
		return false;
	});
