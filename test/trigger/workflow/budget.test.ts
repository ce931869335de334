import type { INodeExecutionData } from 'n8n-workflow';
import type { Scheduler } from '../../../dev/engine';
import { announced, startTrigger } from '../../support/fixtures/triggerFixture';
import { LIST } from '../../support/endpoints';

describe('the time and the pages of a poll', () => {
	const trigger = startTrigger();

	/** Extractions that end at once, a second apart, the last one just now. */
	const complete = (count: number): string[] => {
		const now = trigger.control.now().getTime();
		return trigger.control
			.createExtraction(
				Array.from({ length: count }, (_, index) => ({ created_at: now - (count - index) * 1_000 })),
			)
			.map(({ extraction_id }) => `completed ${extraction_id}`);
	};

	/** Polls once. n8n gives it so much time, and it takes no more. */
	const pollWithin = async (scheduler: Scheduler, ms: number): Promise<INodeExecutionData[]> => {
		scheduler.budgetMs = ms;
		const startedAt = Date.now();
		const items = await scheduler.poll();
		expect(Date.now() - startedAt).toBeLessThanOrEqual(ms);
		scheduler.budgetMs = undefined;
		return items;
	};

	it('that n8n gives are kept to while the service does not answer', async () => {
		const scheduler = await trigger.active();
		const [event] = complete(1);
		trigger.control.addFault({ endpoint: LIST, kind: 'hang', count: 1_000 });
		expect(await pollWithin(scheduler, 10_000)).toEqual([]);
		expect(scheduler.errors).toMatchObject([
			{
				message: expect.stringMatching(/^The service did not respond in time/),
				failure: { cause: 'temporarily-unavailable' },
			},
		]);
		trigger.control.clearFaults();
		expect(announced(await scheduler.poll())).toEqual([event]);
	});

	it('that end while an extra is on its way are a failed try: the event is not put off for ever', async () => {
		const scheduler = await trigger.active({ completedOutput: 'extractionWithRows' });
		complete(1);
		trigger.control.addFault({ endpoint: `${LIST}/{extraction_id}/results`, kind: 'hang', count: 3 });
		const polls = [];
		for (let poll = 1; poll <= 3; poll++) polls.push(await pollWithin(scheduler, 20_000));
		expect(polls).toMatchObject([[], [], [{ json: { event: 'completed', missing: { code: 'TIMEOUT' } } }]]);
	});

	it('that downloads take up which stall leave some to the others, and the events come without the files', async () => {
		const scheduler = await trigger.active({ completedOutput: 'extractionWithFiles', formats: ['csv'] });
		const stalled = complete(2);
		trigger.control.addFault({ endpoint: 'GET download', kind: 'stall', count: 4 });
		expect(await pollWithin(scheduler, 24_000)).toEqual([]);
		const [healthy] = complete(1);
		trigger.control.clearFaults();
		trigger.control.addFault({ endpoint: 'GET download', kind: 'stall', after: 1, count: 100 });
		expect(announced(await pollWithin(scheduler, 24_000))).toEqual([healthy]);
		const items = [];
		for (let poll = 0; poll < 5 && items.length < 2; poll++)
			items.push(...(await pollWithin(scheduler, 24_000)));
		expect(announced(items)).toEqual(stalled);
		expect(items.map(({ json }) => json)).toMatchObject([{ missing: {} }, { missing: {} }]);
	});

	it('end with the seconds that n8n gives, fractions or not', async () => {
		const scheduler = await trigger.active();
		scheduler.budgetMs = 47_999.5;
		const [event] = complete(1);
		expect(announced(await scheduler.poll())).toEqual([event]);
	});
});
