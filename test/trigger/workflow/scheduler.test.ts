import type { Persistence } from '../../../dev/engine';
import { announced, MINUTE, startTrigger } from '../../support/fixtures/triggerFixture';

const EVERY: Persistence[] = ['memory', 'durable', 'cursor'];
const ALL = { events: ['completed', 'failed', 'cancelled', 'input_required'] };

describe.each(EVERY)('whatever the scheduler does (state: %s)', (persistence) => {
	const trigger = startTrigger();

	const complete = (): string => `completed ${trigger.control.createExtraction({}).extraction_id}`;
	const open = (): string => trigger.control.createExtraction({ status: 'processing' }).extraction_id;
	const end = (extraction_id: string): string => {
		trigger.control.updateExtraction({ extraction_id, status: 'completed' });
		return `completed ${extraction_id}`;
	};

	it('polls with nothing to announce return null, so that no execution starts', async () => {
		const scheduler = await trigger.active(ALL, persistence);
		open();
		await scheduler.poll();
		await scheduler.poll();
		expect(scheduler.emitted).toEqual([]);
		expect(scheduler.errors).toEqual([]);
	});

	it('a restart after any poll neither loses nor repeats', async () => {
		const scheduler = await trigger.active(ALL, persistence);
		const expected: string[] = [];
		const waiting: string[] = [];
		for (let round = 1; round <= 6; round++) {
			await trigger.control.advanceClock(3 * MINUTE);
			if (round % 2 === 0) expected.push(complete());
			waiting.push(open());
			if (round > 3) expected.push(end(waiting.shift()!));
			await scheduler.poll();
			await scheduler.restart();
		}
		await scheduler.poll();
		expect(announced(scheduler.emitted.flat()).sort()).toEqual(expected.sort());
		expect(scheduler.errors).toEqual([]);
	});

	it('a trigger that is renamed goes on where it was', async () => {
		const scheduler = await trigger.active(ALL, persistence);
		const waiting = open();
		const expected = [complete()];
		await scheduler.poll();
		expected.push(end(waiting), complete());
		scheduler.nodeName = 'Invoices done';
		await scheduler.activate();
		await scheduler.poll();
		expect(announced(scheduler.emitted.flat()).sort()).toEqual(expected.sort());
	});

	it('a trigger that gets an earlier name back does not repeat what came under the other', async () => {
		const scheduler = await trigger.active(ALL, persistence);
		const expected: string[] = [];
		for (const name of ['Trigger', 'Invoices done', 'Trigger']) {
			scheduler.nodeName = name;
			await scheduler.activate();
			await trigger.control.advanceClock(MINUTE);
			expected.push(complete());
			await scheduler.poll();
		}
		expect(announced(scheduler.emitted.flat()).sort()).toEqual(expected.sort());
	});

	it('a week switched off loses nothing, nor does it repeat', async () => {
		const scheduler = await trigger.active(ALL, persistence);
		const before = complete();
		const long = open();
		expect(announced(await scheduler.poll())).toEqual([before]);
		scheduler.deactivate();
		const expected = [];
		for (let day = 1; day <= 7; day++) {
			await trigger.control.advanceClock(24 * 60 * MINUTE);
			expected.push(complete());
		}
		expected.push(end(long));
		await scheduler.activate();
		await scheduler.poll();
		expect(announced(scheduler.emitted.flat()).slice(1).sort()).toEqual(expected.sort());
	});

	it('what is created between the activation and the next poll is announced', async () => {
		const asking = trigger.control.createExtraction({ status: 'input_required' }).extraction_id;
		const scheduler = await trigger.active(ALL, persistence);
		const expected = [complete(), end(asking)];
		await scheduler.poll();
		await scheduler.poll();
		expect(announced(scheduler.emitted.flat()).sort()).toEqual(expected.sort());
	});

	it('an activation that n8n did not live to keep is taken anew', async () => {
		const scheduler = trigger.inactive(ALL, persistence);
		const early = open();
		scheduler.loseNextSave = true;
		await scheduler.activate();
		await scheduler.restart();
		const expected = [end(early), complete()];
		await scheduler.poll();
		await scheduler.poll();
		expect(announced(scheduler.emitted.flat()).sort()).toEqual(expected.sort());
	});

	it('an emission whose state was not kept is repeated at most once', async () => {
		const scheduler = await trigger.active(ALL, persistence);
		const event = complete();
		scheduler.loseNextSave = true;
		await scheduler.poll();
		await scheduler.restart();
		await scheduler.poll();
		await scheduler.poll();
		const times = announced(scheduler.emitted.flat());
		expect(new Set(times)).toEqual(new Set([event]));
		expect(times.length).toBeLessThanOrEqual(2);
	});
});
