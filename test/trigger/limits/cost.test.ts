import { MINUTE } from '../model/clock';
import { MachineFixture } from '../../support/fixtures/MachineFixture';

const HOUR = 60 * MINUTE;

/** A history of that length, in which the extractions at these places (0 is the newest) are still open, an hour after its end. */
async function sceneWith(
	length: number,
	open: (place: number) => string | undefined,
	limits = {},
): Promise<MachineFixture> {
	const machine = new MachineFixture(limits);
	for (let place = length - 1; place >= 0; place--) machine.create(1, open(place) ?? 'completed');
	for (let poll = 0; poll < 10; poll++) await machine.poll();
	machine.advance(HOUR);
	machine.create(1, 'completed');
	await machine.poll();
	return machine;
}

describe('the requests of a poll', () => {
	it('are one when nothing is open, however long the history', async () => {
		const machine = await sceneWith(10_000, () => undefined);
		expect((await machine.poll()).requests).toEqual(['list all']);
	});

	it('are one when what is open is among the newest', async () => {
		const machine = new MachineFixture();
		machine.create(50, 'completed');
		await machine.poll();
		machine.create(9);
		await machine.poll();
		expect((await machine.poll()).requests).toEqual(['list all']);
	});

	it('are one after a busy time, once its overlap is past', async () => {
		const machine = new MachineFixture();
		await machine.poll();
		for (let count = 0; count < 1_000; count++) machine.service.end(machine.service.create(), 'completed');
		machine.advance(1);
		machine.create(1, 'completed');
		await machine.poll();
		expect((await machine.poll()).requests).toHaveLength(11);
		machine.advance(HOUR);
		await machine.poll();
		expect((await machine.poll()).requests).toEqual(['list all']);
	});

	it.each([
		['one status for each of a few', 10_000, [500, 4_000, 9_000], 3],
		['one status for each of up to nine', 10_000, [110, 120, 130, 140, 150, 300, 400, 500, 600], 9],
	])('are besides that %s', async (_what, length, places, extra) => {
		const machine = await sceneWith(length, (place) => (places.includes(place) ? 'processing' : undefined));
		expect((await machine.poll()).requests).toHaveLength(1 + extra);
	});

	it('are besides that the pages of those in processing, where there are many', async () => {
		const machine = await sceneWith(10_000, (place) => (place % 20 === 0 ? 'processing' : undefined));
		expect(machine.state?.open.size).toBe(500);
		expect((await machine.poll()).requests).toEqual(['list all', ...Array(5).fill('list processing')]);
	});

	it.each([10, 40])('stay within one for each of %d open when all of them end at once', async (count) => {
		const machine = await sceneWith(3_000, (place) =>
			place % (3_000 / count) === 0 ? 'processing' : undefined,
		);
		for (const each of machine.service.extractions) machine.service.end(each, 'failed');
		const announced: string[] = [];
		while (announced.length < count) {
			const poll = await machine.poll();
			expect(poll.requests.length).toBeLessThanOrEqual(1 + count);
			expect(poll.announced.length).toBeGreaterThan(0);
			announced.push(...poll.announced);
		}
	});

	it('look for new questions in turn, where many extractions wait', async () => {
		const machine = await sceneWith(60, () => 'input_required', { statusesPerPoll: 20 });
		const asked: string[] = [];
		for (let poll = 0; poll < 3; poll++)
			asked.push(...(await machine.poll()).requests.filter((each) => each.startsWith('status')));
		expect(asked).toHaveLength(60);
		expect(new Set(asked).size).toBe(60);
	});

	it('look in turn whether those still wait whose questions nobody wants', async () => {
		const machine = await sceneWith(60, () => 'input_required', { statusesPerPoll: 20 });
		machine.wanted = ['completed'];
		expect((await machine.poll()).requests.filter((each) => each.startsWith('status'))).toHaveLength(20);
	});

	it('never exceed the pages of a poll', async () => {
		const machine = await sceneWith(500, () => undefined, { pageSize: 10, pagesPerPoll: 6 });
		machine.create(300, 'completed');
		const announced: string[] = [];
		for (let poll = 0; poll < 40; poll++) {
			const { announced: more, requests } = await machine.poll();
			expect(requests.length).toBeLessThanOrEqual(6);
			announced.push(...more);
		}
		expect(announced).toHaveLength(300);
		expect(new Set(announced).size).toBe(300);
	});
});
