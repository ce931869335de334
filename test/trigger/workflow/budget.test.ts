import { announced, MINUTE, startTrigger } from '../../support/triggerFixture';

const LIST = 'GET /extractions';

/** Less than a poll may take that does not know its time. */
const WITHIN = 30_000;

describe('the time and the pages of a poll', () => {
	const watch = startTrigger();

	/** Extractions that end at once, a second apart, the last one just now. */
	const complete = (count: number): string[] => {
		const now = watch.control.now().getTime();
		return watch.control
			.createExtraction(
				Array.from({ length: count }, (_, index) => ({ created_at: now - (count - index) * 1_000 })),
			)
			.map(({ extraction_id }) => `completed ${extraction_id}`);
	};

	it('that end a scan leave the rest to the next polls, and nothing is lost', async () => {
		const trigger = await watch.active();
		await watch.control.advanceClock(120 * MINUTE);
		const all = complete(3_300);
		const polls = [];
		while (polls.length < 4) polls.push(announced(await trigger.poll()));
		expect(watch.asked().filter((endpoint) => endpoint === LIST).length).toBeGreaterThan(30);
		expect(polls[0]!.length).toBeLessThan(all.length);
		expect(polls.flat().sort()).toEqual(all.sort());
	});

	it(
		'that n8n gives are kept to while the service does not answer',
		async () => {
			const trigger = await watch.active();
			const [event] = complete(1);
			watch.control.addFault({ endpoint: LIST, kind: 'hang', count: 1_000 });
			trigger.budgetMs = 200;
			expect(await trigger.poll()).toEqual([]);
			expect(trigger.errors).toMatchObject([
				{
					message: expect.stringMatching(/^The service did not answer in time/),
					failure: { cause: 'temporarily-unavailable' },
				},
			]);
			trigger.budgetMs = undefined;
			watch.control.clearFaults();
			expect(announced(await trigger.poll())).toEqual([event]);
		},
		WITHIN,
	);

	it(
		'that end while an extra is on its way leave the event to the next poll',
		async () => {
			const trigger = await watch.active({ completedExtra: 'rows' });
			const [event] = complete(1);
			watch.control.addFault({ endpoint: `${LIST}/{extraction_id}/results`, kind: 'hang' });
			trigger.budgetMs = 2_000;
			expect(await trigger.poll()).toEqual([]);
			expect(trigger.errors).toEqual([]);
			trigger.budgetMs = undefined;
			const items = await trigger.poll();
			expect(announced(items)).toEqual([event]);
			expect(items[0]?.json).toHaveProperty('rows');
		},
		WITHIN,
	);

	it(
		'that end while an extra is on its way are a failed try: the event is not put off for ever',
		async () => {
			const trigger = await watch.active({ completedExtra: 'rows' });
			complete(1);
			watch.control.addFault({ endpoint: `${LIST}/{extraction_id}/results`, kind: 'hang', count: 3 });
			trigger.budgetMs = 2_000;
			const polls = [await trigger.poll(), await trigger.poll(), await trigger.poll()];
			expect(polls).toMatchObject([[], [], [{ json: { event: 'completed', missing: { code: 'TIMEOUT' } } }]]);
		},
		WITHIN,
	);

	it(
		'that downloads take up which stall leave some to the others, and the events come without the files',
		async () => {
			const trigger = await watch.active({ completedExtra: 'files', formats: ['csv'] });
			const stalled = complete(2);
			watch.control.addFault({ endpoint: 'GET download', kind: 'stall', count: 4 });
			trigger.budgetMs = 2_400;
			expect(await trigger.poll()).toEqual([]);
			const [healthy] = complete(1);
			watch.control.clearFaults();
			watch.control.addFault({ endpoint: 'GET download', kind: 'stall', after: 1, count: 100 });
			expect(announced(await trigger.poll())).toEqual([healthy]);
			const items = [];
			for (let poll = 0; poll < 5 && items.length < 2; poll++) items.push(...(await trigger.poll()));
			expect(announced(items)).toEqual(stalled);
			expect(items.map(({ json }) => json)).toMatchObject([{ missing: {} }, { missing: {} }]);
		},
		WITHIN,
	);

	it.each(['hang', 'error'] as const)(
		'that end in the middle of the list (%s) keep what has been listed',
		async (kind) => {
			const trigger = await watch.active();
			await watch.control.advanceClock(120 * MINUTE);
			const all = complete(250);
			watch.control.addFault({ endpoint: LIST, kind, status: 500, after: 1, count: 3 });
			trigger.budgetMs = 5_000;
			const first = announced(await trigger.poll());
			expect(trigger.errors).toEqual([]);
			watch.control.clearFaults();
			trigger.budgetMs = undefined;
			const rest = [...(await trigger.poll()), ...(await trigger.poll())];
			expect([...first, ...announced(rest)].sort()).toEqual(all.sort());
		},
		WITHIN,
	);

	it('end with the seconds that n8n gives, fractions or not', async () => {
		const trigger = await watch.active();
		trigger.budgetMs = 47_999.5;
		const [event] = complete(1);
		expect(announced(await trigger.poll())).toEqual([event]);
	});
});
