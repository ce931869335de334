import fc from 'fast-check';
import { DAY, HOUR, MINUTE, SECOND } from './clock';
import type { Ending, EventKind, ModelExtraction, Traits } from './service/extraction';
import type { History } from './history';
import type { Settings } from './settings';
import type { RequestClass, Trouble } from './service/weather';
import type { ModelNode } from './n8n/workflows';

/** Something that happens in a history; `a` and `b` choose among what is there. */
export type Happening = readonly [name: HappeningName, a: number, b: number];

const ENDINGS: readonly Ending[] = ['completed', 'failed', 'cancelled'];
const TROUBLES: readonly Trouble[] = ['unavailable', 'internalError', 'proxyPage', 'reset', 'forbidden'];
const KINDS: readonly RequestClass[] = ['list', 'status', 'details', 'results'];
const LATENCIES = [50, 1, 7, 10, 20, 27, 40, 50].map((each) => (each === 50 ? 50 : each * SECOND));
/** Parameters with which a list fails. */
const PARAMETERS = ['cursor', 'created_before', 'status', undefined] as const;
/** `docs/trigger.md` says 45 s: a cursor that lasts for one poll, and not until the next. */
const LONGEST_POLL_MS = 50 * SECOND;
const EVENTS: readonly EventKind[][] = [
	['completed', 'failed', 'cancelled', 'input_required'],
	['completed', 'failed', 'input_required'],
	['failed'],
	['input_required'],
];
const NAMES = ['Invoices', 'Payroll (secret)', 'invoices of May', 'Receipts'];

type Act = (history: History, a: number, b: number) => unknown;

const traits = (a: number, b: number): Partial<Traits> => ({
	name: NAMES[a % 4],
	method: b % 4 === 3 ? 'web_app' : 'api',
	owner: b % 8 === 6 ? 'colleague' : 'own',
});

const onOne =
	(act: (history: History, extraction: ModelExtraction, b: number) => unknown): Act =>
	(history, a, b) => {
		const { extractions } = history.service;
		const extraction = extractions[extractions.length - 1 - (a % Math.max(1, extractions.length))];
		if (extraction) act(history, extraction, b);
	};

/** Changes one of the triggers as a user does, and saves the workflow. */
const edit =
	(change: (history: History, index: number, a: number) => void): Act =>
	(history, a, b) => {
		const workflow = history.n8n.stored[b % history.n8n.stored.length]!;
		if (workflow.nodes.length === 0) return;
		const index = history.n8n.stored.indexOf(workflow);
		change(history, index, a);
		if (history.n8n.isOn(workflow)) history.n8n.activate(workflow, 'update');
	};

const change =
	(to: (settings: Settings, a: number) => Partial<Settings>): Act =>
	(history, a, b) =>
		edit(({ n8n, clock }, index) => {
			const node = n8n.stored[index]!.nodes[0]!;
			node.settings = { ...node.settings, ...to(node.settings, a) };
			node.identity.set(node.settings, clock.now);
		})(history, a, b);

/** Renames the first trigger. No two nodes of a workflow have the same name: n8n adds a number. */
function rename(nodes: readonly ModelNode[], name: string): void {
	nodes[0]!.name = nodes.slice(1).some((other) => other.name === name) ? `${name}1` : name;
}

/** All that can happen, with how often it does. Time stands still between two happenings unless it passes. */
const HAPPENINGS = {
	seconds: [3, async (history, a) => await history.pass((1 + a) * 3 * SECOND)],
	untilAPoll: [
		4,
		async (history, a) =>
			await history.pass(
				MINUTE - (history.clock.now % MINUTE) + [0.01, 0.03, 0.06, 2, 5, 9, 15, 30][a]! * SECOND,
			),
	],
	minutes: [3, async (history, a) => await history.pass((1 + a) * MINUTE)],
	pastTheOverlap: [1, async (history, a) => await history.pass((10 + a * 3) * MINUTE)],
	rest: [
		1,
		async (history) => {
			if (history.n8n.isOn(history.main)) await history.comeToRest('in between', history.hasLittleRoom);
		},
	],
	create: [6, ({ service }, a, b) => service.create(traits(a, b))],
	createMany: [1, ({ service }, a, b) => [...Array(2 + a)].forEach(() => service.create(traits(b, 0)))],
	createEnded: [
		2,
		({ service, clock }, a, b) =>
			[...Array(1 + a)].forEach(() => service.create().end(ENDINGS[b % 3]!, clock.now)),
	],
	burst: [
		1,
		({ service, clock }, a, b) =>
			[...Array(8 + 4 * a)].forEach((_, index) => {
				const each = service.create();
				if (index % 8 < b) each.end('completed', clock.now);
			}),
	],
	createLate: [2, ({ service }, a, b) => service.create({ ...traits(b, a), lateMs: (1 + a) * 75 * SECOND })],
	createAhead: [
		1,
		({ service }, a, b) => service.create({ ...traits(b, a), aheadMs: (1 + a) * 10 * MINUTE }),
	],
	ask: [4, onOne(({ clock }, each, b) => each.ask(1 + (b % 2), clock.now))],
	answer: [3, onOne(({ clock }, each) => each.answer(clock.now))],
	refuse: [2, onOne(({ clock }, each) => each.refuse(clock.now))],
	end: [7, onOne(({ clock }, each, b) => each.end(ENDINGS[b % 3]!, clock.now))],
	puzzle: [1, onOne(({ clock }, each) => each.puzzle(clock.now))],
	remove: [
		1,
		onOne(({ clock, setup, n8n }, each) => {
			// What comes up by one place between two pages is never listed.
			if (setup.cursorStyle === 'place' || !n8n.isPolling) each.remove(clock.now);
		}),
	],
	miss: [1, onOne((_, each, b) => (each.missesToCome = [1, 2, 3, 8][b % 4]!))],
	failExtras: [
		2,
		onOne(({ clock }, each, b) => {
			each.extrasFailUntil = clock.now + [2, 5, Infinity][b % 3]! * MINUTE;
			each.extrasAreElsewhere = b >= 5;
		}),
	],
	latency: [
		3,
		({ service }, a, b) => service.weather.slow(LATENCIES[a]!, b < 4 ? undefined : [KINDS[b - 4]!]),
	],
	looksLate: [1, ({ service }, a) => (service.weather.looksAfter = a / 8)],
	trouble: [
		2,
		({ service, clock }, a, b) => {
			service.weather.trouble = TROUBLES[b % 5]!;
			service.weather.troubleUntil = clock.now + (1 + a) * 40 * SECOND;
		},
	],
	limited: [
		2,
		({ service, clock }, a, b) =>
			(service.weather.limitedUntil[KINDS[b % 4]!] = clock.now + (1 + a) * MINUTE),
	],
	crowd: [1, ({ service, clock }, a, b) => service.weather.crowd(KINDS[b % 4]!, 10 * (1 + a), clock.now)],
	cut: [1, ({ service }, a) => (service.weather.toCut += 1 + (a % 4))],
	stall: [1, ({ service }, a) => (service.weather.toStall += 1 + (a % 2))],
	staleCursors: [1, ({ service }) => (service.generation += 1)],
	shortCursors: [1, ({ service }) => (service.cursorsLastMs = LONGEST_POLL_MS)],
	emptyPages: [1, ({ service }, a) => (service.weather.hasEmptyPages = a % 2 === 0)],
	failLists: [1, ({ service }, a) => (service.weather.failsWith = PARAMETERS[a % 4])],
	otherClock: [1, ({ clock }, a) => clock.setSkew([0, 10, -10, 60, -60, 3, -3, 1][a]! * MINUTE)],
	restart: [2, ({ n8n }) => n8n.restart()],
	dieAtNextEvent: [1, ({ n8n }) => (n8n.dieAtNextEvent = true)],
	off: [
		1,
		async (history, a, b) => {
			const { n8n } = history;
			const active = n8n.stored.filter((workflow) => n8n.isOn(workflow));
			for (const workflow of active) n8n.deactivate(workflow);
			await history.pass([MINUTE, 5 * MINUTE, HOUR, DAY, 7 * DAY][a % 5]!);
			if (b % 2) for (const workflow of active) n8n.activate(workflow);
		},
	],
	on: [1, ({ n8n, main }) => void (n8n.isOn(main) || n8n.activate(main))],
	twice: [2, ({ n8n, main }) => n8n.pollTwice(main)],
	save: [2, edit(() => {})],
	rename: [1, edit(({ n8n }, index, a) => rename(n8n.stored[index]!.nodes, `Trigger ${a}`))],
	takeOver: [
		1,
		edit(({ n8n }, index, a) => {
			const { nodes } = n8n.stored[index]!;
			const [node] = nodes;
			const { name, settings } = node!;
			if (nodes.length > 1) nodes[1]!.name = name;
			else n8n.add(n8n.stored[index]!, { name, settings });
			rename(nodes, `Trigger before ${a}`);
		}),
	],
	deleteAndAdd: [
		1,
		edit(({ n8n }, index) => {
			const workflow = n8n.stored[index]!;
			const [node] = workflow.nodes.splice(0, 1);
			node!.identity.isRetired = true;
			n8n.add(workflow, { name: node!.name, settings: node!.settings });
		}),
	],
	duplicate: [
		1,
		({ n8n, main }, a) => {
			if (n8n.stored.length > 1) return;
			const copy = n8n.newWorkflow();
			if (a % 2) Object.assign(copy.staticData, JSON.parse(JSON.stringify(main.staticData)));
			for (const { name, settings } of main.nodes) n8n.add(copy, { name, settings });
			n8n.activate(copy);
		},
	],
	otherEvents: [1, change((_, a) => ({ events: EVENTS[a % 4]! }))],
	otherMethod: [1, change((_, a) => ({ method: ([undefined, 'api', 'web_app'] as const)[a % 3] }))],
	otherName: [1, change((_, a) => ({ nameContains: a % 2 ? 'invoices' : undefined }))],
	otherExtras: [1, change((_, a) => ({ extra: (['nothing', 'rows', 'files'] as const)[a % 3]! }))],
	otherScope: [1, change(({ scope }) => ({ scope: scope === 'team' ? undefined : 'team' }))],
} satisfies Record<string, readonly [weight: number, act: Act]>;

type HappeningName = keyof typeof HAPPENINGS;

/** Lets something happen. */
export async function happen(history: History, [name, a, b]: Happening): Promise<void> {
	history.tell(() => `${name} ${a} ${b}`);
	await (HAPPENINGS[name][1] as Act)(history, a, b);
}

const one = fc.nat({ max: 7 });

/** Anything that can happen, or only some of it. */
export function happenings(maxLength: number, only?: readonly HappeningName[]): fc.Arbitrary<Happening[]> {
	const names = Object.entries(HAPPENINGS)
		.filter(([name]) => !only || only.includes(name as HappeningName))
		.map(([name, [weight]]) => ({ weight, arbitrary: fc.constant(name as HappeningName) }));
	return fc.array(fc.tuple(fc.oneof(...names), one, one), { maxLength, size: 'max' });
}
