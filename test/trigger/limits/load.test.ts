import { TRIGGER_LIMITS } from '../../../nodes/DocumentDataExtraction/trigger/state';
import { MINUTE } from '../model/clock';
import { VirtualN8n, virtualTime } from '../../support/trigger/VirtualN8n';

// Their time is virtual: this is for the work, and a busy machine needs minutes for it.
jest.setTimeout(300_000);

const SECOND = 1_000;
const HOUR = 60 * MINUTE;

/** What is stored of one trigger, with the node and with the workflow. */
const MOST_BYTES = 300_000;

/** Everything that is due was announced, and once. */
function expectAll(n8n: VirtualN8n, count: number): void {
	expect(new Set(n8n.announced).size).toBe(count);
	expect(n8n.announced).toHaveLength(count);
}

/** Polls until so much has been announced. @returns the polls that it took */
async function pollsUntil(n8n: VirtualN8n, count: number, most: number): Promise<number> {
	for (let polls = 1; polls <= most; polls++) {
		await n8n.minutes(1);
		if (n8n.announced.length >= count) return polls;
	}
	throw new Error(`${n8n.announced.length} of ${count} after ${most} polls`);
}

describe('an overload', () => {
	virtualTime();

	it('of a weekend off and three hours at thirty a minute, with list calls of seven seconds, is told whole', async () => {
		const n8n = new VirtualN8n();
		await n8n.poll();
		await n8n.pass(HOUR);
		n8n.create(3_000, 'completed', 60);
		n8n.latency = () => 7 * SECOND;
		await n8n.minutes(180, () => void n8n.create(30, 'completed', 1));
		n8n.latency = () => 50;
		expect(await pollsUntil(n8n, 8_400, 5)).toBeLessThanOrEqual(2);
		await n8n.minutes(60);
		expectAll(n8n, 8_400);
		expect(n8n.requests).toEqual(['list all']);
		expect(n8n.errors).toEqual([]);
		expect(n8n.bytes).toBeLessThan(5_000);
	});

	it.each([
		[0.02, 8_000],
		[1, 4_000],
		[10, 2_000],
		[20, 2_000],
		[40, 2_000],
	])(
		'of list calls of %d s is told within two polls for each hundred of %d, and then it rests',
		async (seconds, count) => {
			const n8n = new VirtualN8n();
			await n8n.poll();
			await n8n.pass(48 * HOUR);
			n8n.create(count, 'completed', 24 * 60);
			n8n.latency = (endpoint) => (endpoint === 'list' ? seconds * SECOND : 20);
			await pollsUntil(n8n, count, (2 * count) / 100 + 2);
			// It rests once nothing new has come for the overlap and a margin.
			await n8n.minutes(42);
			expectAll(n8n, count);
			expect(n8n.requests).toEqual(['list all']);
			expect(n8n.errors).toEqual([]);
		},
	);

	it('at which every call takes 40 s still tells of ends, failures and questions', async () => {
		const n8n = new VirtualN8n();
		const [old] = n8n.create(1);
		await n8n.pass(72 * HOUR);
		n8n.create(300, 'completed', 60);
		await n8n.poll();
		await n8n.pass(2 * HOUR);
		n8n.latency = () => 40 * SECOND;
		const failed = n8n.create(3, 'failed', 10);
		await n8n.pass(10 * MINUTE);
		n8n.create(150, 'completed', 9);
		const asking = n8n.create(1, 'input_required');
		n8n.service.end(old!, 'completed');
		await pollsUntil(n8n, 155, 40);
		expectAll(n8n, 155);
		expect(n8n.announced).toEqual(
			expect.arrayContaining([
				`${old!.id} completed`,
				`${asking[0]!.id} input_required`,
				...failed.map(({ id }) => `${id} failed`),
			]),
		);
		// There is time for the questions, or for the rest of the record, but not for both.
		expect(n8n.items.filter(({ missing }) => missing)).toMatchObject([
			{ event: 'input_required', questions: [{}], missing: { code: 'TIMEOUT' } },
		]);
		expect(n8n.errors).toEqual([]);
	});

	it('at activation, with calls of 40 s, knows what was open all the same', async () => {
		const n8n = new VirtualN8n();
		const old = n8n.create(120, 'processing', 60);
		await n8n.pass(72 * HOUR);
		n8n.create(250, 'completed', 60);
		n8n.latency = () => 40 * SECOND;
		await n8n.minutes(20);
		n8n.latency = () => 20;
		await n8n.minutes(20);
		expect(n8n.announced).toEqual([]);
		for (const each of old) n8n.service.end(each, 'completed');
		await n8n.minutes(4);
		expectAll(n8n, 120);
	});

	it('of events that need requests is told at the rate of these, the others at once', async () => {
		const n8n = new VirtualN8n();
		await n8n.poll();
		await n8n.pass(HOUR);
		n8n.create(1_000, 'failed', 20);
		const [completed] = n8n.create(1, 'completed');
		expect(await n8n.poll()).toContain(`${completed!.id} completed`);
		await pollsUntil(n8n, 1_001, 25);
		expectAll(n8n, 1_001);
		expect(n8n.items.filter(({ missing }) => missing)).toEqual([]);
	});
});

describe('what is stored', () => {
	virtualTime();
	const usual = { ...TRIGGER_LIMITS };
	afterEach(() => void Object.assign(TRIGGER_LIMITS, usual));

	async function expectBounded(
		n8n: VirtualN8n,
		minutes: number,
		meanwhile = (): void => undefined,
		bound = MOST_BYTES,
	): Promise<void> {
		let most = 0;
		for (let minute = 0; minute < minutes; minute++) {
			await n8n.minutes(1, meanwhile);
			most = Math.max(most, n8n.bytes);
		}
		expect(most).toBeLessThanOrEqual(bound);
	}

	it('stays within 300 KB at three hundred a minute', async () => {
		const n8n = new VirtualN8n();
		await n8n.poll();
		await expectBounded(n8n, 15, () => void n8n.create(300, 'completed', 1));
		await expectBounded(n8n, 5);
		expectAll(n8n, 4_500);
	});

	/** A tenth of the room, so that a tenth of the load does. */
	const lower = (): void => void (TRIGGER_LIMITS.stateBytes = usual.stateBytes / 10);

	it('stays within its bytes with two hundred that ask two hundred questions each, none of which is told twice', async () => {
		lower();
		const n8n = new VirtualN8n();
		await n8n.poll();
		for (const each of n8n.create(200, 'processing', 10)) n8n.service.ask(each, 200);
		await expectBounded(n8n, 25, () => undefined, MOST_BYTES / 10);
		expectAll(n8n, 200);
	});

	it('stays within its bytes with five hundred open; those it cannot remember wait, which the log says', async () => {
		lower();
		const n8n = new VirtualN8n();
		await n8n.poll();
		const open = n8n.create(500, 'processing', 10);
		await expectBounded(n8n, 5, () => undefined, MOST_BYTES / 10);
		expect(n8n.warnings).toContainEqual(
			expect.stringMatching(/more extractions are open or have just ended than/),
		);
		for (const each of open) n8n.service.end(each, 'completed');
		await pollsUntil(n8n, 500, 20);
		await n8n.minutes(42);
		expectAll(n8n, 500);
		expect(n8n.requests).toEqual(['list all']);
	});
});
