import { steadyNow } from '../shared/time';

/** The polls of one trigger that are under way in this process. */
interface UnderWay {
	count: number;
	/** Of the poll that began last. */
	latest: { settings: string; endsAt: number };
}

const triggers = new Map<string, UnderWay>();

/** A poll that is under way. */
export interface Begun {
	/** Ends it. @returns whether a poll with other settings has begun since, so that what this one found is not what the user wants to know */
	end(): boolean;
}

/**
 * Begins a poll, unless one with the same settings is under way: it would fetch the same again, and use up the requests that both need.
 *
 * @param name identifies the trigger
 * @param budgetMs the time of the poll. After it no other poll waits for this one
 * @param isFirst a first poll always begins, because it says from when on events are announced
 */
export function beginPoll(
	name: string,
	settings: string,
	budgetMs: number,
	isFirst: boolean,
): Begun | undefined {
	const known = triggers.get(name);
	if (known?.latest.settings === settings && known.latest.endsAt > steadyNow() && !isFirst) return undefined;
	const own = { settings, endsAt: steadyNow() + budgetMs };
	const all = known ?? { count: 0, latest: own };
	all.count += 1;
	all.latest = own;
	triggers.set(name, all);
	return {
		end() {
			own.endsAt = 0;
			all.count -= 1;
			if (all.count === 0) triggers.delete(name);
			return all.latest.settings !== settings;
		},
	};
}
