import { announced, MINUTE, startTrigger } from '../../support/triggerFixture';

const LIST = 'GET /extractions';
const STATUS = 'GET /extractions/{extraction_id}';

describe('what a poll costs', () => {
	const watch = startTrigger();

	/** So many extractions that have ended, a minute apart, the last one half an hour ago; and one just now. */
	function history(count: number): void {
		const now = watch.control.now().getTime();
		watch.control.createExtraction(
			Array.from({ length: count }, (_, index) => ({ created_at: now - (30 + index) * MINUTE })),
		);
		watch.control.createExtraction({});
	}

	it('is one request when nothing is open, however long the history', async () => {
		history(10_000);
		const trigger = await watch.active();
		for (let poll = 1; poll <= 3; poll++) {
			watch.control.clearRequests();
			expect(await trigger.poll()).toEqual([]);
			expect(watch.asked()).toEqual([LIST]);
		}
		await watch.control.advanceClock(24 * 60 * MINUTE);
		watch.control.clearRequests();
		expect(await trigger.poll()).toEqual([]);
		expect(watch.asked()).toEqual([LIST]);
	});

	it('is one request more for each open one that lies far back', async () => {
		history(1_000);
		const now = watch.control.now().getTime();
		const open = watch.control.createExtraction(
			Array.from({ length: 3 }, () => ({ status: 'processing', created_at: now - 900 * MINUTE })),
		);
		const trigger = await watch.active();
		expect(await trigger.poll()).toEqual([]);
		expect(watch.asked()).toEqual([LIST, STATUS, STATUS, STATUS]);
		for (const { extraction_id } of open)
			watch.control.updateExtraction({ extraction_id, status: 'completed' });
		expect(announced(await trigger.poll())).toHaveLength(3);
		watch.control.clearRequests();
		expect(await trigger.poll()).toEqual([]);
		expect(watch.asked()).toEqual([LIST]);
	});

	it('is no more than the pages of those in processing, where these are many', async () => {
		const now = watch.control.now().getTime();
		watch.control.createExtraction(
			Array.from({ length: 150 }, (_, index) => ({
				status: 'processing',
				created_at: now - (30 + index) * MINUTE,
			})),
		);
		const trigger = await watch.active();
		expect(await trigger.poll()).toEqual([]);
		expect(watch.asked().filter((endpoint) => endpoint === LIST).length).toBeLessThanOrEqual(3);
		expect(watch.asked()).not.toContain(STATUS);
	});

	it('holds no request', async () => {
		const trigger = await watch.active({ events: ['completed', 'failed', 'cancelled', 'input_required'] });
		const made = watch.control.createExtraction(
			['processing', 'input_required', 'completed', 'failed', 'cancelled'].map((status) => ({ status })),
		);
		await trigger.poll();
		watch.control.updateExtraction({ extraction_id: made[0]!.extraction_id, status: 'cancelled' });
		await trigger.poll();
		expect(watch.asked()).toContain(STATUS);
		expect(watch.control.requests().filter(({ query }) => query && 'wait' in query)).toEqual([]);
	});
});
