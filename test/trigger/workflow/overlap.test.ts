import type { Persistence } from '../../../dev/engine';
import { announced, startTrigger } from '../../support/fixtures/triggerFixture';
import { LIST } from '../../support/endpoints';
import { until } from '../../support/until';

describe('polls that overlap', () => {
	const trigger = startTrigger();

	const complete = (): string => `completed ${trigger.control.createExtraction({}).extraction_id}`;

	it('announce an event once, whichever of them ends first', async () => {
		const scheduler = await trigger.active({ completedOutput: 'extractionWithRows' });
		const expected = [complete(), complete()];
		// The first one is slow, the second one is not.
		trigger.control.addFault({ endpoint: LIST, kind: 'delay', delayMs: 300 });
		await Promise.all([scheduler.poll(), scheduler.poll(), scheduler.poll()]);
		expect(announced(scheduler.emitted.flat()).sort()).toEqual(expected.sort());
		expect(scheduler.errors).toEqual([]);
	});

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

	it('ask for nothing while one is under way that asks already', async () => {
		const scheduler = await trigger.active({ completedOutput: 'rows' });
		for (let number = 0; number < 5; number += 1) complete();
		trigger.control.addFault({ endpoint: LIST, kind: 'delay', delayMs: 300 });
		await Promise.all([scheduler.poll(), scheduler.poll(), scheduler.poll()]);
		const [list, ...rows] = trigger.asked();
		expect(list).toBe('GET /extractions');
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

	it('survive one that fails', async () => {
		const scheduler = await trigger.active();
		const event = complete();
		trigger.control.addFault({ endpoint: LIST, kind: 'error', status: 500, count: 3 });
		await Promise.all([scheduler.poll(), scheduler.poll()]);
		await scheduler.poll();
		expect(announced(scheduler.emitted.flat())).toEqual([event]);
	});

	it('may be the same one run twice: the second finds nothing left', async () => {
		const scheduler = await trigger.active({}, 'durable');
		const event = complete();
		await scheduler.poll();
		await scheduler.poll();
		expect(announced(scheduler.emitted.flat())).toEqual([event]);
	});

	it.each<Persistence>(['durable', 'cursor'])(
		'may be the same one run twice at once, apart from each other: an event is repeated once at most (state: %s)',
		async (persistence) => {
			const scheduler = await trigger.active({}, persistence);
			const event = complete();
			await Promise.all([scheduler.poll(), scheduler.poll()]);
			await scheduler.poll();
			const times = announced(scheduler.emitted.flat());
			expect(new Set(times)).toEqual(new Set([event]));
			expect(times.length).toBeLessThanOrEqual(2);
		},
	);
});
