import type { ModelExtraction, ModelQuestion, Round } from './service/extraction';
import { endExpected, roundExpected, type Expected } from './expected';
import type { Emission, Identity } from './n8n/identity';

const keyOf = ({ question_id, previous_answer_rejected }: ModelQuestion): string =>
	question_id + (previous_answer_rejected ? '!' : '');

const roundKey = ({ questions }: Round): string => questions.map(keyOf).sort().join();

/** The newest set of questions of which those of the event were open during its poll. They are answered in their order. */
function roundOf({ rounds }: ModelExtraction, { questions, startedAt, at }: Emission): Round | undefined {
	return [...rounds].reverse().find((round) => {
		const keys = round.questions.slice(-questions.length).map(keyOf);
		const answeredBy = (time: number): number => round.answeredAt.filter((each) => each <= time).length;
		const answered = round.questions.length - questions.length;
		return (
			round.askedAt <= at &&
			round.closedAt >= startedAt &&
			questions.every((key) => keys.includes(key)) &&
			answered >= answeredBy(startedAt - 1) &&
			answered <= answeredBy(at)
		);
	});
}

/** The set of questions that was asked last by then. */
const newestBy = ({ rounds }: ModelExtraction, at: number): Round | undefined =>
	[...rounds].reverse().find(({ askedAt }) => askedAt <= at);

type Numbered = [number: number, emission: Emission];

/** `docs/trigger.md` has an exception: once more for each time that n8n lost the state of the event. */
const forgiven = ({ lost }: Identity, emissions: readonly Numbered[]): number =>
	lost.filter(({ from, upTo }) => emissions.some(([number]) => number >= from && number < upTo)).length;

function compare(
	what: string,
	identity: Identity,
	expected: Expected,
	emissions: readonly Numbered[],
): string[] {
	const most = expected.most === 0 ? 0 : expected.most + forgiven(identity, emissions);
	const count = emissions.length;
	if (count >= expected.least && count <= most) return [];
	const range = expected.least === most ? `${most}` : `${expected.least} to ${most}`;
	return [`${identity.key}: ${what} announced ${count} times instead of ${range}`];
}

const loosely = (expected: Expected, mayWait: boolean): Expected =>
	mayWait ? { ...expected, least: 0 } : expected;

function ofOne(
	identity: Identity,
	extraction: ModelExtraction,
	announced: readonly Numbered[],
	mayWait: boolean,
): string[] {
	const ends = announced.filter(([, { event }]) => event !== 'input_required');
	const asked = announced.filter(([, { event }]) => event === 'input_required');
	const untold = asked.filter(([, { questions, missing }]) => questions.length === 0 && missing);
	const broken = compare(
		`the end of ${extraction.name}`,
		identity,
		loosely(endExpected(identity, extraction), mayWait),
		ends,
	);
	for (const [, { event }] of ends)
		if (event !== extraction.status) broken.push(`${extraction.name} is ${extraction.status}, not ${event}`);
	for (const [number, { at }] of untold) {
		const open = extraction.rounds.find(({ askedAt, closedAt }) => askedAt <= at && at < closedAt);
		// `docs/trigger.md`: a trigger that starts fresh may announce open questions again.
		const begunAt = Math.max(
			...identity.beginnings.map(({ kind, from }) => (kind === 'anew' && from <= at ? from : 0)),
		);
		const told = asked.filter(
			([before, emission]) =>
				before < number &&
				emission.at >= begunAt &&
				emission.questions.length > 0 &&
				roundOf(extraction, emission) === open,
		);
		// What n8n has lost may come again without as well.
		if (open && told.length > 0 && forgiven(identity, told) === 0)
			broken.push(`${identity.key}: questions ${roundKey(open)} announced again, without them`);
	}
	const byRound = new Map<string, Numbered[]>();
	for (const each of asked) {
		if (untold.includes(each)) {
			if (!newestBy(extraction, each[1].at)) broken.push(`${extraction.name} never asked anything`);
			continue;
		}
		const round = roundOf(extraction, each[1]);
		if (!round || each[1].questions.length === 0)
			broken.push(`${extraction.name} never asked ${each[1].questions.join() || 'nothing at all'}`);
		else byRound.set(roundKey(round), [...(byRound.get(roundKey(round)) ?? []), each]);
	}
	for (const round of extraction.rounds) {
		const expected = loosely(roundExpected(identity, extraction, round), mayWait);
		const key = roundKey(round);
		broken.push(...compare(`questions ${key}`, identity, expected, byRound.get(key) ?? []));
		// Once more without them, if they could not be read.
		const without = untold.filter(([, { at }]) => newestBy(extraction, at) === round);
		broken.push(...compare(`questions ${key}, without them,`, identity, { ...expected, least: 0 }, without));
	}
	return broken;
}

/**
 * What has not been announced as often as it must, in words.
 *
 * @param mayWait what has not been announced yet may still come
 */
export function brokenPromises(
	identities: readonly Identity[],
	extractions: readonly ModelExtraction[],
	mayWait: boolean,
): string[] {
	return identities.flatMap((identity) => {
		const byId = new Map<string, Numbered[]>();
		identity.emitted.forEach((emission, number) => {
			const known = byId.get(emission.id);
			if (known) known.push([number, emission]);
			else byId.set(emission.id, [[number, emission]]);
		});
		return extractions.flatMap((extraction) =>
			ofOne(identity, extraction, byId.get(extraction.id) ?? [], mayWait),
		);
	});
}
