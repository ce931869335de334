import fc from 'fast-check';
import type { History } from './history';
import { MINUTE, type Ending, type Modelled } from './service';

/** Something that happens in a history; `a` and `b` choose among what is there. */
export type Happening = readonly [name: HappeningName, a: number, b: number];

const ENDINGS: readonly Ending[] = ['completed', 'failed', 'cancelled'];
const OVERLAP = 10 * MINUTE;

const pick = ({ service }: History, a: number): Modelled | undefined =>
	service.extractions[service.extractions.length - 1 - (a % Math.max(1, service.extractions.length))];

const onOne =
	(act: (history: History, extraction: Modelled, b: number) => void) =>
	(history: History, a: number, b: number): void => {
		const extraction = pick(history, a);
		if (extraction) act(history, extraction, b);
	};

/** All that can happen, with how often it does. Time stands still between two happenings unless it passes. */
const HAPPENINGS = {
	seconds: [2, ({ service }, a) => service.advance(1 + a * 1_000)],
	minutes: [3, ({ service }, a) => service.advance((1 + a) * MINUTE)],
	pastTheOverlap: [1, ({ service }, a) => service.advance(OVERLAP + a * 5 * MINUTE)],
	week: [1, ({ service }) => service.advance(7 * 24 * 60 * MINUTE)],
	create: [5, ({ service }) => service.create()],
	createMany: [1, ({ service }, a) => [...Array(2 + (a % 4))].forEach(() => service.create())],
	createLate: [2, ({ service }, a) => service.create(((1 + a) * OVERLAP) / 8)],
	ask: [3, onOne(({ service }, each, b) => service.ask(each, 1 + (b % 2)))],
	answer: [3, onOne(({ service }, each) => service.answer(each))],
	refuse: [2, onOne(({ service }, each) => service.refuse(each))],
	end: [6, onOne(({ service }, each, b) => service.end(each, ENDINGS[b % 3]!))],
	puzzle: [1, onOne(({ service }, each) => service.puzzle(each))],
	remove: [2, onOne(({ service }, each) => service.remove(each))],
	otherClock: [1, (history, a) => (history.skewMs = [0, 10, -10][a % 3]! * MINUTE)],
	staleCursors: [1, ({ service }) => (service.generation += 1)],
	poll: [6, (history) => history.poll()],
	pollShort: [2, (history, a) => history.poll(1 + a)],
	pollInVain: [1, (history, a) => history.pollInVain(1 + a)],
	startPoll: [3, (history) => history.start()],
	startShortPoll: [1, (history, a, b) => history.start(1 + a + b)],
	step: [5, (history, a, b) => [...Array(1 + b)].forEach(() => history.stepRunning(a))],
	restart: [2, (history) => history.activate()],
	restartShort: [1, (history, a) => history.activate(a)],
	loseSave: [2, ({ n8n }) => (n8n.loseNextSave = true)],
	failExtras: [1, (history, a) => (history.failures += 1 + a)],
} satisfies Record<
	string,
	readonly [weight: number, act: (history: History, a: number, b: number) => unknown]
>;

type HappeningName = keyof typeof HAPPENINGS;

export const happen = (history: History, [name, a, b]: Happening): void => {
	(HAPPENINGS[name][1] as (history: History, a: number, b: number) => unknown)(history, a, b);
};

const names = Object.entries(HAPPENINGS).map(([name, [weight]]) => ({
	weight,
	arbitrary: fc.constant(name as HappeningName),
}));

export const happening: fc.Arbitrary<Happening> = fc.tuple(
	fc.oneof(...names),
	fc.nat({ max: 7 }),
	fc.nat({ max: 7 }),
);
