import type { Persistence } from '../../../engine';
import { announced, startTrigger } from '../../support/triggerFixture';

const LIST = 'GET /extractions';

describe('polls that overlap', () => {
	const watch = startTrigger();

	const complete = (): string => `completed ${watch.control.createExtraction({}).extraction_id}`;

	it('announce an event once, whichever of them ends first', async () => {
		const trigger = await watch.active({ completedExtra: 'rows' });
		const expected = [complete(), complete()];
		// The first one is slow, the second one is not.
		watch.control.addFault({ endpoint: LIST, kind: 'delay', delayMs: 300 });
		await Promise.all([trigger.poll(), trigger.poll(), trigger.poll()]);
		expect(announced(trigger.emitted.flat()).sort()).toEqual(expected.sort());
		expect(trigger.errors).toEqual([]);
	});

	it('announce what was asked while they were under way', async () => {
		const trigger = await watch.active();
		const { extraction_id } = watch.control.createExtraction({ status: 'input_required' });
		watch.control.addFault({ endpoint: `${LIST}/{extraction_id}`, kind: 'delay', delayMs: 200 });
		await Promise.all([trigger.poll(), trigger.poll()]);
		expect(announced(trigger.emitted.flat())).toEqual([`input_required ${extraction_id}`]);
	});

	it('do not undo each other: what one has settled stays settled', async () => {
		const trigger = await watch.active();
		const first = complete();
		watch.control.addFault({ endpoint: LIST, kind: 'delay', delayMs: 300 });
		const slow = trigger.poll();
		await trigger.poll();
		const second = complete();
		await trigger.poll();
		await slow;
		await trigger.poll();
		expect(announced(trigger.emitted.flat()).sort()).toEqual([first, second].sort());
	});

	it('survive one that fails', async () => {
		const trigger = await watch.active();
		const event = complete();
		watch.control.addFault({ endpoint: LIST, kind: 'error', status: 500, count: 3 });
		await Promise.all([trigger.poll(), trigger.poll()]);
		await trigger.poll();
		expect(announced(trigger.emitted.flat())).toEqual([event]);
	});

	it('may be the same one run twice: the second finds nothing left', async () => {
		const trigger = await watch.active({}, 'durable');
		const event = complete();
		await trigger.poll();
		await trigger.poll();
		expect(announced(trigger.emitted.flat())).toEqual([event]);
	});

	it.each<Persistence>(['durable', 'cursor'])(
		'may be the same one run twice at once, apart from each other: an event is repeated once at most (state: %s)',
		async (persistence) => {
			const trigger = await watch.active({}, persistence);
			const event = complete();
			await Promise.all([trigger.poll(), trigger.poll()]);
			await trigger.poll();
			const times = announced(trigger.emitted.flat());
			expect(new Set(times)).toEqual(new Set([event]));
			expect(times.length).toBeLessThanOrEqual(2);
		},
	);
});
