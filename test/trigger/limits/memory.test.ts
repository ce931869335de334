import { MINUTE, SECOND } from '../model/clock';
import { History, type Setup } from '../model/history';
import { play } from '../model/play';
import { USUAL } from '../model/settings';

const FEW = {
	pageSize: 2,
	pagesPerPoll: 3,
	statusesPerPoll: 3,
	processingListFrom: 2,
};

const setup: Setup = {
	persistence: 'memory',
	budget: 'told',
	keepsActivation: true,
	dropsOutdated: true,
	publishingMs: 0,
	limits: {},
	settings: { ...USUAL, extra: 'rows' },
	cursorStyle: 'place',
	latencyMs: SECOND,
	staysSlow: true,
};

/** So many end while the workflow is off. @returns how many are announced by each poll after it is on again */
async function afterAPause(count: number, latencyMs: number, polls: number): Promise<number[]> {
	const history = new History({ ...setup, latencyMs });
	const { n8n, service, main, clock } = history;
	try {
		n8n.activate(main);
		await history.pass(2.5 * MINUTE);
		n8n.deactivate(main);
		for (let i = 0; i < count; i++) service.create().end('completed', clock.now);
		await history.pass(30 * MINUTE);
		const before = n8n.polls.length;
		n8n.activate(main);
		await history.pass(polls * MINUTE);
		expect(history.broken).toEqual([]);
		return n8n.polls.slice(before).map(({ emitted }) => emitted);
	} finally {
		clock.stop();
	}
}

describe('after a pause', () => {
	it.each([
		['at once while answers come in a second', SECOND, 5],
		['within a few polls while they take seven', 7 * SECOND, 24],
	])('what has ended is told %s', async (_, latencyMs, polls) => {
		const announced = await afterAPause(40, latencyMs, polls);

		expect(announced.reduce((sum, each) => sum + each, 0)).toBe(40);
	});
});

describe('with a memory for less than ten', () => {
	it.each(['ended', 'open', 'mixed'])(
		'a burst of forty (%s) is told whole, and the state keeps to its bytes',
		async (how) => {
			const limits = { pageSize: 10, pagesPerPoll: 3, stateBytes: 1200 };
			const history = new History({ ...setup, settings: USUAL, latencyMs: 50, limits });
			const { n8n, service, main, clock } = history;
			try {
				n8n.activate(main);
				await history.pass(2.5 * MINUTE);
				for (let i = 0; i < 40; i++) {
					const each = service.create();
					if (how === 'ended' || (how === 'mixed' && i % 2)) each.end('completed', clock.now);
					await history.pass(2 * SECOND);
				}
				await history.comeToRest('with some open', true);
				for (const each of history.open) each.end('failed', clock.now);
				await history.comeToRest('with all ended');

				expect(n8n.identities[0]!.emitted).toHaveLength(40);
			} finally {
				clock.stop();
			}
		},
	);
});

describe('with a memory for less than ten and lists of twenty seconds', () => {
	it('a dozen created in one moment is told whole, and once', async () => {
		const limits = { ...FEW, stateBytes: 1200 };
		const settings = { ...USUAL, simplify: false };
		const slow = { ...setup, settings, latencyMs: 20 * SECOND, budget: 'none' as const, limits };

		await play(
			{ ...slow, keepsActivation: false },
			[],
			[
				['burst', 0, 0],
				['minutes', 0, 0],
				['createMany', 6, 0],
			],
		);
	});
});
