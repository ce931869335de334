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

	it('the first poll, at activation, announces nothing', async () => {
		complete();
		const scheduler = await trigger.active(ALL, persistence);
		expect(scheduler.emitted).toEqual([]);
	});

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

	it('what happens while n8n is down is announced when it is up again', async () => {
		const scheduler = await trigger.active(ALL, persistence);
		const [first, second] = [open(), open()];
		await scheduler.poll();
		scheduler.deactivate();
		const expected = [end(first), end(second), complete()];
		await scheduler.restart();
		await scheduler.poll();
		expect(announced(scheduler.emitted.flat()).sort()).toEqual(expected.sort());
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

	it.each([10, -10])('a clock of the service that is %d minutes off changes nothing', async (minutes) => {
		await trigger.control.advanceClock(minutes * MINUTE);
		const early = open();
		const scheduler = await trigger.active(ALL, persistence);
		const expected: string[] = [];
		for (let round = 1; round <= 3; round++) {
			expected.push(complete());
			await scheduler.poll();
			await trigger.control.advanceClock(MINUTE);
		}
		expected.push(end(early));
		await scheduler.poll();
		await scheduler.poll();
		expect(announced(scheduler.emitted.flat())).toEqual(expected);
	});

	it('a clock of the service that is set back or forward on the way loses nothing', async () => {
		const scheduler = await trigger.active(ALL, persistence);
		const expected: string[] = [];
		for (const minutes of [0, -10, 20, -5]) {
			await trigger.control.advanceClock(minutes * MINUTE);
			expected.push(complete());
			await scheduler.poll();
			await scheduler.poll();
		}
		expect(announced(scheduler.emitted.flat())).toEqual(expected);
	});

	it('what appears late in the list is announced, and once', async () => {
		const scheduler = await trigger.active(ALL, persistence);
		const created_at = trigger.control.now();
		const { extraction_id } = trigger.control.createExtraction({ created_at, hidden: true });
		const newer = complete();
		await scheduler.poll();
		await trigger.control.advanceClock(5 * MINUTE);
		trigger.control.hideFromList({ extraction_id, hidden: false });
		await scheduler.poll();
		await scheduler.poll();
		expect(announced(scheduler.emitted.flat())).toEqual([newer, `completed ${extraction_id}`]);
	});

	it('the same creation time for many loses none of them', async () => {
		const scheduler = await trigger.active(ALL, persistence);
		const created_at = trigger.control.now();
		const first = trigger.control.createExtraction(Array.from({ length: 120 }, () => ({ created_at })));
		await scheduler.poll();
		const second = trigger.control.createExtraction(Array.from({ length: 130 }, () => ({ created_at })));
		await scheduler.poll();
		await scheduler.poll();
		const expected = [...first, ...second].map(({ extraction_id }) => `completed ${extraction_id}`);
		expect(announced(scheduler.emitted.flat()).sort()).toEqual(expected.sort());
	});
});
