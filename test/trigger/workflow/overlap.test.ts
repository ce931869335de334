import { announced, startTrigger } from '../../support/fixtures/triggerFixture';
import { LIST } from '../../support/endpoints';
import { until } from '../../support/until';

describe('polls that overlap', () => {
	const trigger = startTrigger();

	const complete = (): string => `completed ${trigger.control.createExtraction({}).extraction_id}`;

	it('announce what was asked while they were under way', async () => {
		const scheduler = await trigger.active();
		const { extraction_id } = trigger.control.createExtraction({ status: 'input_required' });
		trigger.control.addFault({ endpoint: `${LIST}/{extraction_id}`, kind: 'delay', delayMs: 200 });
		await Promise.all([scheduler.poll(), scheduler.poll()]);
		expect(announced(scheduler.emitted.flat())).toEqual([`input_required ${extraction_id}`]);
	});

	it('do not undo each other: what one has settled stays settled', async () => {
		const scheduler = await trigger.active();
		const first = complete();
		trigger.control.addFault({ endpoint: LIST, kind: 'delay', delayMs: 300 });
		const slow = scheduler.poll();
		await scheduler.poll();
		const second = complete();
		await scheduler.poll();
		await slow;
		await scheduler.poll();
		expect(announced(scheduler.emitted.flat()).sort()).toEqual([first, second].sort());
	});

	it('announce an event once, and ask for nothing while one is under way that asks already', async () => {
		const scheduler = await trigger.active({ completedOutput: 'extractionWithRows' });
		const expected = Array.from({ length: 5 }, complete);
		// The first one is slow, the others are not.
		trigger.control.addFault({ endpoint: LIST, kind: 'delay', delayMs: 300 });
		await Promise.all([scheduler.poll(), scheduler.poll(), scheduler.poll()]);
		expect(announced(scheduler.emitted.flat()).sort()).toEqual(expected.sort());
		expect(scheduler.errors).toEqual([]);
		const [list, ...rows] = trigger.asked();
		expect(list).toBe(LIST);
		expect(rows).toHaveLength(5);
	});

	it('leave what they find to a poll with other settings that has begun since', async () => {
		const scheduler = await trigger.active({ events: ['failed'] });
		trigger.control.addFault({ endpoint: LIST, kind: 'delay', delayMs: 500 });
		const slow = scheduler.poll();
		await until('the slow poll to ask', () => trigger.asked().length > 0);
		scheduler.parameters = { completedOutput: 'extraction', events: ['failed', 'completed'] };
		await scheduler.activate();
		const event = complete();
		await slow;
		await scheduler.poll();
		expect(announced(scheduler.emitted.flat())).toEqual([event]);
	});
});
