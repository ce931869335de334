import type { Persistence } from '../../../engine';
import { announced, MINUTE, startTrigger } from '../../support/triggerFixture';

const EVERY: Persistence[] = ['memory', 'durable', 'cursor'];
const ALL = { events: ['completed', 'failed', 'cancelled', 'input_required'] };

describe.each(EVERY)('whatever the scheduler does (state: %s)', (persistence) => {
	const watch = startTrigger();

	const complete = (): string => `completed ${watch.control.createExtraction({}).extraction_id}`;
	const open = (): string => watch.control.createExtraction({ status: 'processing' }).extraction_id;
	const end = (extraction_id: string): string => {
		watch.control.updateExtraction({ extraction_id, status: 'completed' });
		return `completed ${extraction_id}`;
	};

	it('the first poll, at activation, announces nothing', async () => {
		complete();
		const trigger = await watch.active(ALL, persistence);
		expect(trigger.emitted).toEqual([]);
	});

	it('polls with nothing to announce return null, so that no execution starts', async () => {
		const trigger = await watch.active(ALL, persistence);
		open();
		await trigger.poll();
		await trigger.poll();
		expect(trigger.emitted).toEqual([]);
		expect(trigger.errors).toEqual([]);
	});

	it('a restart after any poll neither loses nor repeats', async () => {
		const trigger = await watch.active(ALL, persistence);
		const expected: string[] = [];
		const waiting: string[] = [];
		for (let round = 1; round <= 6; round++) {
			await watch.control.advanceClock(3 * MINUTE);
			if (round % 2 === 0) expected.push(complete());
			waiting.push(open());
			if (round > 3) expected.push(end(waiting.shift()!));
			await trigger.poll();
			// n8n starts anew: only what is stored is left, and the first poll is one like any other.
			await trigger.activate();
		}
		await trigger.poll();
		expect(announced(trigger.emitted.flat()).sort()).toEqual(expected.sort());
		expect(trigger.errors).toEqual([]);
	});

	it('what happens while n8n is down is announced when it is up again', async () => {
		const trigger = await watch.active(ALL, persistence);
		const [first, second] = [open(), open()];
		await trigger.poll();
		trigger.deactivate();
		const expected = [end(first), end(second), complete()];
		await trigger.activate();
		await trigger.poll();
		expect(announced(trigger.emitted.flat()).sort()).toEqual(expected.sort());
	});

	it('a trigger that is renamed goes on where it was', async () => {
		const trigger = await watch.active(ALL, persistence);
		const waiting = open();
		const expected = [complete()];
		await trigger.poll();
		expected.push(end(waiting), complete());
		trigger.nodeName = 'Invoices done';
		await trigger.activate();
		await trigger.poll();
		expect(announced(trigger.emitted.flat()).sort()).toEqual(expected.sort());
	});

	it('a trigger that gets an earlier name back does not repeat what came under the other', async () => {
		const trigger = await watch.active(ALL, persistence);
		const expected: string[] = [];
		for (const name of ['Trigger', 'Invoices done', 'Trigger']) {
			trigger.nodeName = name;
			await trigger.activate();
			await watch.control.advanceClock(MINUTE);
			expected.push(complete());
			await trigger.poll();
		}
		expect(announced(trigger.emitted.flat()).sort()).toEqual(expected.sort());
	});

	it('a week switched off loses nothing, nor does it repeat', async () => {
		const trigger = await watch.active(ALL, persistence);
		const before = complete();
		const long = open();
		expect(announced(await trigger.poll())).toEqual([before]);
		trigger.deactivate();
		const expected = [];
		for (let day = 1; day <= 7; day++) {
			await watch.control.advanceClock(24 * 60 * MINUTE);
			expected.push(complete());
		}
		expected.push(end(long));
		await trigger.activate();
		await trigger.poll();
		expect(announced(trigger.emitted.flat()).slice(1).sort()).toEqual(expected.sort());
	});

	it('what is created between the activation and the next poll is announced', async () => {
		const asking = watch.control.createExtraction({ status: 'input_required' }).extraction_id;
		const trigger = await watch.active(ALL, persistence);
		const expected = [complete(), end(asking)];
		await trigger.poll();
		await trigger.poll();
		expect(announced(trigger.emitted.flat()).sort()).toEqual(expected.sort());
	});

	it('an activation that n8n did not live to keep is taken anew', async () => {
		const trigger = watch.trigger(ALL, persistence);
		const early = open();
		trigger.loseNextSave = true;
		await trigger.activate();
		await trigger.activate();
		const expected = [end(early), complete()];
		await trigger.poll();
		await trigger.poll();
		expect(announced(trigger.emitted.flat()).sort()).toEqual(expected.sort());
	});

	it('an emission whose state was not kept is repeated at most once', async () => {
		const trigger = await watch.active(ALL, persistence);
		const event = complete();
		trigger.loseNextSave = true;
		await trigger.poll();
		await trigger.activate();
		await trigger.poll();
		await trigger.poll();
		const times = announced(trigger.emitted.flat());
		expect(new Set(times)).toEqual(new Set([event]));
		expect(times.length).toBeLessThanOrEqual(2);
	});

	it.each([10, -10])('a clock of the service that is %d minutes off changes nothing', async (minutes) => {
		await watch.control.advanceClock(minutes * MINUTE);
		const early = open();
		const trigger = await watch.active(ALL, persistence);
		const expected: string[] = [];
		for (let round = 1; round <= 3; round++) {
			expected.push(complete());
			await trigger.poll();
			await watch.control.advanceClock(MINUTE);
		}
		expected.push(end(early));
		await trigger.poll();
		await trigger.poll();
		expect(announced(trigger.emitted.flat())).toEqual(expected);
	});

	it('a clock of the service that is set back or forward on the way loses nothing', async () => {
		const trigger = await watch.active(ALL, persistence);
		const expected: string[] = [];
		for (const minutes of [0, -10, 20, -5]) {
			await watch.control.advanceClock(minutes * MINUTE);
			expected.push(complete());
			await trigger.poll();
			await trigger.poll();
		}
		expect(announced(trigger.emitted.flat())).toEqual(expected);
	});

	it('what appears late in the list is announced, and once', async () => {
		const trigger = await watch.active(ALL, persistence);
		const created_at = watch.control.now();
		const { extraction_id } = watch.control.createExtraction({ created_at, hidden: true });
		const newer = complete();
		await trigger.poll();
		await watch.control.advanceClock(5 * MINUTE);
		watch.control.hideFromList({ extraction_id, hidden: false });
		await trigger.poll();
		await trigger.poll();
		expect(announced(trigger.emitted.flat())).toEqual([newer, `completed ${extraction_id}`]);
	});

	it('the same creation time for many loses none of them', async () => {
		const trigger = await watch.active(ALL, persistence);
		const created_at = watch.control.now();
		const first = watch.control.createExtraction(Array.from({ length: 120 }, () => ({ created_at })));
		await trigger.poll();
		const second = watch.control.createExtraction(Array.from({ length: 130 }, () => ({ created_at })));
		await trigger.poll();
		await trigger.poll();
		const expected = [...first, ...second].map(({ extraction_id }) => `completed ${extraction_id}`);
		expect(announced(trigger.emitted.flat()).sort()).toEqual(expected.sort());
	});
});
