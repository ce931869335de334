import { announced, MINUTE, startTrigger } from '../../support/fixtures/triggerFixture';
import { LIST, STATUS } from '../../support/endpoints';

describe('what a poll costs', () => {
	const trigger = startTrigger();

	/** So many extractions that have ended, a minute apart, the last one half an hour ago; and one just now. */
	function history(count: number): void {
		const now = trigger.control.now().getTime();
		trigger.control.createExtraction(
			Array.from({ length: count }, (_, index) => ({ created_at: now - (30 + index) * MINUTE })),
		);
		trigger.control.createExtraction({});
	}

	it('is one request when nothing is open, however long the history', async () => {
		history(10_000);
		const scheduler = await trigger.active();
		for (let poll = 1; poll <= 3; poll++) {
			trigger.control.clearRequests();
			expect(await scheduler.poll()).toEqual([]);
			expect(trigger.asked()).toEqual([LIST]);
		}
		await trigger.control.advanceClock(24 * 60 * MINUTE);
		trigger.control.clearRequests();
		expect(await scheduler.poll()).toEqual([]);
		expect(trigger.asked()).toEqual([LIST]);
	});

	it('is one request more for each open one that lies far back', async () => {
		history(1_000);
		const now = trigger.control.now().getTime();
		const open = trigger.control.createExtraction(
			Array.from({ length: 3 }, () => ({ status: 'processing', created_at: now - 900 * MINUTE })),
		);
		const scheduler = await trigger.active();
		expect(await scheduler.poll()).toEqual([]);
		expect(trigger.asked()).toEqual([LIST, STATUS, STATUS, STATUS]);
		for (const { extraction_id } of open)
			trigger.control.updateExtraction({ extraction_id, status: 'completed' });
		expect(announced(await scheduler.poll())).toHaveLength(3);
		trigger.control.clearRequests();
		expect(await scheduler.poll()).toEqual([]);
		expect(trigger.asked()).toEqual([LIST]);
	});

	it('is no more than the pages of those in processing, where these are many', async () => {
		const now = trigger.control.now().getTime();
		trigger.control.createExtraction(
			Array.from({ length: 150 }, (_, index) => ({
				status: 'processing',
				created_at: now - (30 + index) * MINUTE,
			})),
		);
		const scheduler = await trigger.active();
		expect(await scheduler.poll()).toEqual([]);
		expect(trigger.asked().filter((endpoint) => endpoint === LIST).length).toBeLessThanOrEqual(3);
		expect(trigger.asked()).not.toContain(STATUS);
	});

	it('a poll holds no request', async () => {
		const scheduler = await trigger.active({
			events: ['completed', 'failed', 'cancelled', 'input_required'],
		});
		const made = trigger.control.createExtraction(
			['processing', 'input_required', 'completed', 'failed', 'cancelled'].map((status) => ({ status })),
		);
		await scheduler.poll();
		trigger.control.updateExtraction({ extraction_id: made[0]!.extraction_id, status: 'cancelled' });
		await scheduler.poll();
		expect(trigger.asked()).toContain(STATUS);
		expect(trigger.control.requests().filter(({ query }) => query && 'wait' in query)).toEqual([]);
	});
});
