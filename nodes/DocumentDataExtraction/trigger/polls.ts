import type { IPollFunctions } from 'n8n-workflow';
import { steadyNow } from '../shared/time';

// The memory of the process about the polls of its triggers, besides their states (`storage.ts`).

/** The purpose of a poll. */
interface Purpose {
	/** Fingerprint of the account and the settings. */
	settings: string;
	/** The workflow as n8n has loaded it: its static data, an object of its own. */
	loaded: object;
}

/** The polls of a trigger that are under way in this process. */
interface UnderWay {
	count: number;
	/** Of the poll that began last. */
	latest: Purpose & { endsAt: number };
	/** How many have announced since there are any. */
	ended: number;
	/** Whether the last that ended has left it to one of another load. */
	hasYielded: boolean;
}

const triggers = new Map<string, UnderWay>();

/** Older versions of n8n do not cut off a request that is under way at the end of the time of a poll. */
const OVERDUE = 2;

/**
 * The consequence of a poll: it announces its events, only stores what it has learned, leaves its events to a poll of a newer load of the workflow, or
 * is dropped.
 */
export type Consequence = 'announce' | 'store' | 'yield' | 'drop';

/**
 * Begins a poll, unless one for the same is under way: it would fetch the same again, and use up the requests that both need.
 *
 * @param name identifies the trigger
 * @param budgetMs the time of the poll. Well after it no other poll waits for this one
 * @param isFirst a first poll always begins, because it says from when on events are announced
 * @returns ends the poll
 */
export function beginPoll(
	name: string,
	purpose: Purpose,
	budgetMs: number,
	isFirst: boolean,
): ((hasEvents: boolean) => Consequence) | undefined {
	const known = triggers.get(name);
	const isSame =
		known && known.latest.settings === purpose.settings && known.latest.loaded === purpose.loaded;
	if (isSame && known.latest.endsAt > steadyNow() && !isFirst) return undefined;
	const own = { ...purpose, endsAt: steadyNow() + OVERDUE * budgetMs };
	const all = known ?? { count: 0, latest: own, ended: 0, hasYielded: false };
	const { ended } = all;
	all.count += 1;
	all.latest = own;
	triggers.set(name, all);
	return (hasEvents) => {
		own.endsAt = 0;
		all.count -= 1;
		if (all.count === 0) triggers.delete(name);
		// The findings of a first poll are right for all settings of its account, and say nothing of another account.
		if (isFirst) return 'store';
		const { latest } = all;
		// Another has begun since for other settings, or has announced meanwhile.
		if (latest.settings !== own.settings || all.ended !== ended) return 'drop';
		// There is nothing that n8n could drop.
		if (!hasEvents) return 'store';
		// Under n8n's durable scheduler each poll has a load of its own: of slow ones, every second yields.
		all.hasYielded = latest.loaded !== own.loaded && !all.hasYielded;
		if (all.hasYielded) return 'yield';
		all.ended += 1;
		return 'announce';
	};
}

/** How many polls in a row have got no turn, and when the first of them began, by trigger. A trigger whose poll gets an answer is removed. */
export const withoutTurn = new Map<string, { count: number; sinceMs: number }>();

/** The static data of triggers that were polled: each time that n8n loads a workflow, it makes objects of its own. */
const polled = new WeakSet<object>();

/**
 * Whether this poll starts a published trigger together with n8n. If it failed, n8n would wait for up to a day, or for ever in newer versions, before it
 * polls again, because the service was down for a moment. The next poll fails instead, where the user sees it.
 */
export function isStartOfN8n(context: IPollFunctions): boolean {
	const loaded = context.getWorkflowStaticData('node');
	const isFirst = !polled.has(loaded);
	polled.add(loaded);
	return isFirst && ['init', 'leadershipChange'].includes(context.getActivationMode());
}
