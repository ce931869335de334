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

/** A poll under way may still go by settings that have been changed meanwhile. */
const LONGEST_POLL_MS = 2 * MINUTE;
/** What was created so long before a beginning is told from what came after it, whatever the lists show. */
const WELL_BEFORE_MS = 30 * MINUTE;

/** Whether the first poll of a trigger could see the extraction. */
const wasListed = (extraction: ModelExtraction, { from }: Beginning): boolean =>
	extraction.listedFrom <= from;

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
): 'after' | 'before' | 'unclear' {
	const [first] = beginnings;
	const last = beginnings.at(-1);
	if (!first || !last || begins) return 'unclear';
	const wasThere = extraction.bornAt <= last.to;
	const wasSeen = last.shown.has(extraction.id) || (at > settledAt && wasListed(extraction, last));
	if (at > last.to && (!wasThere || wasSeen)) return 'after';
	const isOld = first.from - extraction.createdAt > WELL_BEFORE_MS;
	// Of what has ended by a later first look, only `created_at` and n8n's clock say whether it dates from before; either may say the wrong thing,
	// and the service's time is known only as exactly as its answer is quick.
	const isOneClock = last.clockSetAt < first.from;
	// `trigger/README.md`: ahead of the service's clock, only what the first poll reads is told from what came after it.
	const isTold =
		(beginnings.every(({ isAtOnce }) => isAtOnce) &&
			(extraction.createdAt <= first.from || settledAt <= first.to)) ||
		(isOneClock && extraction.createdAt <= first.from - MINUTE);
	if (at < first.from && (isOld || (isTold && wasListed(extraction, first)))) return 'before';
	return 'unclear';
}

/** Whether questions were asked after all beginnings of the trigger. Those that its first poll does not read are announced, whenever it reads them. */
const isAfter = ({ beginnings, begins }: Identity, extraction: ModelExtraction, askedAt: number): boolean => {
	const last = beginnings.at(-1);
	if (!last || begins || askedAt <= last.to) return false;
	return extraction.bornAt > last.to || wasListed(extraction, last);
};

/** A trigger that begins finds what is open but not in processing only if it was created within 48 hours. */
function waitedTooLong(
	{ beginnings, settledAt }: Identity,
	{ rounds, puzzled, bornAt }: ModelExtraction,
): boolean {
	const waits = [...rounds.map(({ askedAt: from, closedAt: to }) => ({ from, to })), ...puzzled];
	return beginnings.some(
		(begun) =>
			begun.from - bornAt > 40 * 60 * MINUTE &&
			waits.some(({ from, to }) => from <= settledAt && to >= begun.from),
	);
}

/** How often the end of an extraction must have been announced, once everything has come to rest. */
export function endExpected(identity: Identity, extraction: ModelExtraction): Expected {
	const { endedAt, deletedAt, status } = extraction;
	if (!extraction.hasEnded) return NEVER;
	const place = standing(identity, extraction, endedAt);
	if (place === 'before') return NEVER;
	const isSure =
		place === 'after' &&
		!identity.isRetired &&
		deletedAt === Infinity &&
		!waitedTooLong(identity, extraction) &&
		isWantedSince(identity, endedAt, status as EventKind, extraction);
	return isSure ? ONCE : MAYBE;
}

/** Whether the first poll of a trigger read the questions: it does not announce them. */
function wasReadAtFirst(
	{ beginnings }: Identity,
	{ id, createdAt }: ModelExtraction,
	{ askedAt, closedAt }: Pick<Round, 'askedAt' | 'closedAt'>,
): boolean {
	const [first, ...others] = beginnings;
	if (!first || others.length > 0 || !first.read.has(id)) return false;
	// If the trigger could not look at once, the service's time of its beginning is known only as exactly as the answer is quick.
	const isBefore = first.isAtOnce
		? askedAt < first.from
		: Math.max(askedAt, createdAt) < first.from - MINUTE && first.clockSetAt < first.from;
	return isBefore && closedAt > first.to;
}

/** The same for a set of questions. One that was answered before anybody looked need not be announced. */
export function roundExpected(
	identity: Identity,
	extraction: ModelExtraction,
	{ askedAt, closedAt, looksLikeBefore, questions, answeredAt }: Round,
): Expected {
	// `docs/trigger.md`: a trigger that starts fresh announces again what its first poll does not read.
	const again = identity.beginnings.filter(
		({ kind, from, to }) => kind === 'anew' && from <= closedAt && askedAt <= to,
	);
	if (wasReadAtFirst(identity, extraction, { askedAt, closedAt })) return NEVER;
	// Once the question that was refused is answered, the others that are left were there before.
	const isNew = !questions[0]?.previous_answer_rejected || answeredAt.length === 0;
	const isSure =
		closedAt === Infinity &&
		isNew &&
		!looksLikeBefore &&
		!identity.isRetired &&
		!waitedTooLong(identity, extraction) &&
		isAfter(identity, extraction, askedAt) &&
		isWantedSince(identity, askedAt, 'input_required', extraction);
	return { least: isSure ? 1 : 0, most: 1 + again.length };
}
