import { MINUTE } from '../model/clock';
import { VirtualN8n, virtualTime } from '../../support/trigger/VirtualN8n';

const SECOND = 1_000;
const FOREVER = 60 * MINUTE;

/** The names of those that were announced without what belongs to them. */
const incomplete = ({ items }: VirtualN8n): unknown[] =>
	items.flatMap(({ missing, extraction_id: id }) => (missing ? [id] : []));

describe('what hangs', () => {
	virtualTime();

	it('takes a part of the poll: new events come at once, and those that hang without what belongs to them', async () => {
		const n8n = new VirtualN8n();
		await n8n.poll();
		const hanging = new Set(n8n.create(4, 'failed', 4).map(({ id }) => id));
		n8n.latency = (endpoint, id) => (endpoint === 'details' && hanging.has(id) ? FOREVER : 20);
		const told: number[] = [];
		for (let minute = 0; minute < 20; minute++) {
			n8n.create(1, 'failed');
			await n8n.minutes(1);
			told.push(n8n.announced.length);
		}
		// The first try of each of the four takes a third of a poll, and there is time for two of these.
		expect(told[3]).toBeGreaterThanOrEqual(3);
		expect(new Set(incomplete(n8n))).toEqual(hanging);
		expect(n8n.announced).toHaveLength(24);
		expect(n8n.errors).toEqual([]);
	});

	it('comes without in the end, however many new ones hang as well', async () => {
		const n8n = new VirtualN8n();
		await n8n.poll();
		n8n.latency = (endpoint) => (endpoint === 'details' ? FOREVER : 20);
		for (let minute = 0; minute < 20; minute++) {
			n8n.create(2, 'failed');
			await n8n.minutes(1);
		}
		expect(incomplete(n8n)).toEqual(expect.arrayContaining(['x0', 'x1', 'x2', 'x3']));
	});

	it('leaves the others their turn if it is the list: the poll fails, and the next begins with them', async () => {
		const n8n = new VirtualN8n();
		await n8n.poll();
		n8n.create(1, 'failed');
		n8n.fail((endpoint) => (endpoint === 'details' ? 500 : undefined));
		await n8n.minutes(1);
		n8n.fail();
		n8n.latency = (endpoint) => (endpoint === 'list' ? FOREVER : 20);
		await n8n.minutes(2);
		expect(n8n.announced).toEqual(['x0 failed']);
		expect(n8n.errors).toMatchObject([{ message: expect.stringMatching(/did not respond in time/) }]);
	});

	it('leaves the others their turn if it is the status of one that waits for answers', async () => {
		const n8n = new VirtualN8n();
		const [open, asking] = n8n.create(2);
		await n8n.poll();
		await n8n.pass(2 * 60 * MINUTE);
		n8n.create(1, 'completed');
		n8n.service.ask(asking!, 1);
		await n8n.minutes(2);
		n8n.latency = (endpoint, id) => (endpoint === 'status' && id === asking!.id ? FOREVER : SECOND);
		n8n.service.end(open!, 'completed');
		await n8n.minutes(3);
		expect(n8n.announced).toContain(`${open!.id} completed`);
	});

	it('takes a third of the poll if it is a status: what else there is comes in the same poll', async () => {
		const n8n = new VirtualN8n();
		await n8n.poll();
		const [asking] = n8n.create(1, 'input_required');
		const [failed] = n8n.create(1, 'failed');
		n8n.latency = (endpoint) => (endpoint === 'status' ? FOREVER : 20);
		const told: string[][] = [];
		for (let poll = 0; poll < 3; poll++) told.push(await n8n.poll());
		expect(told).toEqual([[`${failed!.id} failed`], [], [`${asking!.id} input_required`]]);
		expect(incomplete(n8n)).toEqual([asking!.id]);
		// Afterwards too, most polls are left to the others.
		for (let poll = 0; poll < 3; poll++) {
			const [next] = n8n.create(1, 'failed');
			told.push(await n8n.poll());
			if (poll < 2) expect(told.at(-1)).toEqual([`${next!.id} failed`]);
		}
		expect((await n8n.poll()).length + told.flat().length).toBe(5);
	});

	it('is read in the end if it is a status that takes half of a poll', async () => {
		const n8n = new VirtualN8n();
		const [open] = n8n.create(1);
		await n8n.poll();
		await n8n.pass(2 * 60 * MINUTE);
		n8n.create(1, 'completed');
		await n8n.minutes(2);
		const [asking] = n8n.create(1, 'input_required');
		n8n.latency = (endpoint) => (endpoint === 'status' ? 20 * SECOND : 20);
		n8n.service.end(open!, 'completed');
		await n8n.minutes(8);
		expect([...n8n.announced].sort()).toEqual([
			`${open!.id} completed`,
			'x1 completed',
			`${asking!.id} input_required`,
		]);
		expect(n8n.items.find(({ event }) => event === 'input_required')).toMatchObject({ questions: [{}] });
	});

	it('is not what is only slow: what fits into a poll comes whole, however many others need the time', async () => {
		const n8n = new VirtualN8n();
		const old = n8n.create(20);
		await n8n.poll();
		await n8n.pass(2 * 60 * MINUTE);
		n8n.create(1, 'completed');
		await n8n.minutes(2);
		// Each needs its details and its status: more than a third of a poll.
		n8n.latency = () => 10 * SECOND;
		for (const each of old) n8n.service.end(each, 'cancelled');
		await n8n.minutes(60);
		expect([...n8n.announced].sort()).toEqual(
			[...old.map(({ id }) => `${id} cancelled`), 'x20 completed'].sort(),
		);
		expect(incomplete(n8n)).toEqual([]);
		expect(n8n.errors).toEqual([]);
	});

	it('comes without in the end if it fits into no poll, and leaves every second one to the others', async () => {
		const n8n = new VirtualN8n();
		n8n.parameters.simplify = false;
		await n8n.poll();
		// Each needs its record, which comes, and its status, which does not. The others leave it less than a whole poll.
		const ids = new Set(n8n.create(4, 'cancelled').map(({ id }) => id));
		n8n.latency = (endpoint) => ({ list: 1, details: 6, status: 3600 })[endpoint] * SECOND;
		for (let minute = 0; minute < 20; minute++) {
			if (minute >= 3) n8n.create(1, 'failed');
			await n8n.minutes(1);
		}
		const [x0, x1] = [...ids];
		expect(n8n.announced.slice(0, 8)).toEqual([
			'x4 failed',
			`${x0} cancelled`,
			'x5 failed',
			'x6 failed',
			'x7 failed',
			`${x1} cancelled`,
			'x8 failed',
			'x9 failed',
		]);
		expect(n8n.announced).toHaveLength(21);
		expect(new Set(incomplete(n8n))).toEqual(ids);
		expect(n8n.errors).toEqual([]);
	});

	it.each([
		['the status of those that wait for answers', 'input_required', 2],
		// Only once it has been tried, which takes a third of a poll for each, is it known to hang.
		['what belongs to ends', 'cancelled', 6],
	])('does not hold up the other ends, if ten hang: %s', async (_, status, mostPolls) => {
		const n8n = new VirtualN8n();
		await n8n.poll();
		n8n.create(10, status);
		n8n.latency = (endpoint) => (endpoint === 'status' ? FOREVER : SECOND);
		const late: number[] = [];
		for (let minute = 1; minute <= 50; minute++) {
			n8n.create(1, 'failed');
			await n8n.minutes(1);
			late.push(minute - n8n.announced.filter((name) => name.endsWith('failed')).length);
		}
		expect(Math.max(...late)).toBe(mostPolls);
		expect(late.slice(15).every((polls) => polls <= 2)).toBe(true);
		// The last one may be as late as the others.
		await n8n.minutes(2);
		expect(n8n.announced).toHaveLength(60);
	});

	it('leaves events what is left, however little: as many as fit come in one poll', async () => {
		const n8n = new VirtualN8n();
		n8n.create(2, 'input_required');
		await n8n.poll();
		n8n.latency = (endpoint) => ({ list: 8_000, status: 12_000, details: 20 })[endpoint];
		const failed = n8n.create(5, 'failed');
		expect(await n8n.poll()).toEqual(failed.map(({ id }) => `${id} failed`));
	});
});
