import { steadyNow } from '../shared/time';

/** What a poll works for. */
interface Purpose {
	settings: string;
	/** The workflow as n8n has loaded it: its static data, an object of its own. */
	loaded: object;
}

/** The polls of one trigger that are under way in this process. */
interface UnderWay {
	count: number;
	/** Of the poll that began last. */
	latest: { purpose: Purpose; endsAt: number };
}

const triggers = new Map<string, UnderWay>();

const isSame = (one: Purpose, other: Purpose): boolean =>
	one.settings === other.settings && one.loaded === other.loaded;

/** A poll that is under way. */
interface Begun {
	/** Ends it. @returns whether another has begun since that announces instead: for other settings, or because n8n may drop what this one returns */
	end(): boolean;
}

/**
 * Begins a poll, unless one for the same is under way: it would fetch the same again, and use up the requests that both need.
 *
 * @param name identifies the trigger
 * @param budgetMs the time of the poll. After it no other poll waits for this one
 * @param isFirst a first poll always begins, because it says from when on events are announced
 */
export function beginPoll(
	name: string,
	purpose: Purpose,
	budgetMs: number,
	isFirst: boolean,
): Begun | undefined {
	const known = triggers.get(name);
	const isUnderWay =
		known !== undefined && isSame(known.latest.purpose, purpose) && known.latest.endsAt > steadyNow();
	if (isUnderWay && !isFirst) return undefined;
	const own = { purpose, endsAt: steadyNow() + budgetMs };
	const all = known ?? { count: 0, latest: own };
	all.count += 1;
	all.latest = own;
	triggers.set(name, all);
	return {
		end() {
			own.endsAt = 0;
			all.count -= 1;
			if (all.count === 0) triggers.delete(name);
			// A first poll announces nothing that could be dropped.
			return isFirst
				? all.latest.purpose.settings !== purpose.settings
				: !isSame(all.latest.purpose, purpose);
		},
	};
}
