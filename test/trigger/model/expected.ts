import { MINUTE } from './clock';
import type { EventKind, ModelExtraction, Round } from './service/extraction';
import type { Beginning, Identity } from './n8n/identity';
import { isMatch } from './settings';

/** How often something may and must have been announced. */
export interface Expected {
	least: number;
	most: number;
}

const NEVER = { least: 0, most: 0 };
const MAYBE = { least: 0, most: 1 };
const ONCE = { least: 1, most: 1 };

/** README: what shows up in the list so much later than a newer one may be missed. */
const LATEST_MS = 10 * MINUTE;
/** A poll under way may still go by settings that have been changed meanwhile. */
const LONGEST_POLL_MS = 5 * MINUTE;
/** What was created so long before a beginning is told from what came after it, whatever the lists show. */
const WELL_BEFORE_MS = 30 * MINUTE;

/** Whether the first poll of a trigger could see the extraction. */
const wasListed = (extraction: ModelExtraction, { from }: Beginning, blindUntil: number): boolean =>
	extraction.listedFrom <= from && from >= blindUntil;

/** Whether every poll since then was set to announce such an event. */
export function isWantedSince(
	identity: Identity,
	since: number,
	kind: EventKind,
	extraction: ModelExtraction,
): boolean {
	const inForce = identity.settings.filter((_, index) => {
		const next = identity.settings[index + 1];
		return !next || next.from > since - LONGEST_POLL_MS;
	});
	return inForce.every(({ settings }) => settings.events.includes(kind) && isMatch(settings, extraction));
}

/** Whether something at that moment falls after all beginnings of the trigger, before the first, or between. */
function standing(
	{ beginnings, begins, settledAt }: Identity,
	extraction: ModelExtraction,
	at: number,
	blindUntil: number,
): 'after' | 'before' | 'unclear' {
	const [first] = beginnings;
	const last = beginnings.at(-1);
	if (!first || !last || begins) return 'unclear';
	const wasThere = extraction.bornAt <= last.to;
	const wasSeen = at > settledAt && wasListed(extraction, last, blindUntil);
	if (at > last.to && (!wasThere || wasSeen)) return 'after';
	const isOld = first.from - extraction.createdAt > WELL_BEFORE_MS;
	// Of what has ended by a later first look, only `created_at` and n8n's clock say whether it dates from before; either may say the wrong thing,
	// and the service's time is known only as exactly as its answer is quick.
	const isOneClock = last.clockSetAt < first.from;
	// README: ahead of the service's clock, only what the first poll reads is told from what came after it.
	const isTold =
		(beginnings.every(({ isAtOnce }) => isAtOnce) &&
			(extraction.createdAt <= first.from || settledAt <= first.to)) ||
		(isOneClock && extraction.createdAt <= first.from - MINUTE);
	if (at < first.from && (isOld || (isTold && wasListed(extraction, first, blindUntil)))) return 'before';
	return 'unclear';
}

/** Whether questions were asked after all beginnings of the trigger. Those that its first poll does not read are announced, whenever it reads them. */
const isAfter = (
	{ beginnings, begins }: Identity,
	extraction: ModelExtraction,
	askedAt: number,
	blindUntil: number,
): boolean => {
	const last = beginnings.at(-1);
	if (!last || begins || askedAt <= last.to) return false;
	return extraction.bornAt > last.to || wasListed(extraction, last, blindUntil);
};

/** A trigger that begins finds what is open but not in processing only if it was created within 48 hours. */
const waitsTooLong = ({ rounds, puzzled, bornAt, endedAt }: ModelExtraction): boolean =>
	[...rounds.map(({ closedAt }) => closedAt), ...puzzled.map(({ to }) => to)].some(
		(to) => Math.min(to, endedAt) - bornAt > 40 * 60 * MINUTE,
	);

/** How often the end of an extraction must have been announced, once everything has come to rest. */
export function endExpected(identity: Identity, extraction: ModelExtraction, blindUntil: number): Expected {
	const { endedAt, deletedAt, status, traits } = extraction;
	if (!extraction.hasEnded) return NEVER;
	const place = standing(identity, extraction, endedAt, blindUntil);
	if (place === 'before') return NEVER;
	const isSure =
		place === 'after' &&
		!identity.isRetired &&
		deletedAt === Infinity &&
		traits.lateMs <= LATEST_MS &&
		!waitsTooLong(extraction) &&
		isWantedSince(identity, endedAt, status as EventKind, extraction);
	return isSure ? ONCE : MAYBE;
}

/** The same for a set of questions. One that was answered before anybody looked need not be announced. */
export function roundExpected(
	identity: Identity,
	extraction: ModelExtraction,
	{ askedAt, closedAt, looksLikeBefore, questions }: Round,
	blindUntil: number,
): Expected {
	// README: a trigger that starts fresh announces again what its first poll does not read.
	const again = identity.beginnings.filter(
		({ kind, from, to }) => kind === 'anew' && from <= closedAt && askedAt <= to,
	);
	// Two polls at once may see the same questions before and after one of them was answered.
	const most = questions.length + again.length;
	const isSure =
		closedAt === Infinity &&
		!looksLikeBefore &&
		!identity.isRetired &&
		extraction.traits.lateMs <= LATEST_MS &&
		!waitsTooLong(extraction) &&
		isAfter(identity, extraction, askedAt, blindUntil) &&
		isWantedSince(identity, askedAt, 'input_required', extraction);
	return { least: isSure ? 1 : 0, most };
}
