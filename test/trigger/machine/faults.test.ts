import { rateGate } from '../../../nodes/DocumentDataExtraction/api/rate/services';
import { MINUTE } from '../model/clock';
import { BASE_URL } from '../model/service/service';
import { VirtualN8n, virtualTime } from '../../support/trigger/VirtualN8n';

const SECOND = 1_000;
const HOUR = 60 * MINUTE;
const FOREVER = HOUR;

describe('the trigger', () => {
	virtualTime();

	it('tells of questions that cannot be read, after three tries and with the reason, and of them once they can', async () => {
		const n8n = new VirtualN8n();
		await n8n.poll();
		const [asking] = n8n.create(1, 'input_required');
		n8n.fail((endpoint) => (endpoint === 'status' ? 500 : undefined));
		expect([await n8n.poll(), await n8n.poll()]).toEqual([[], []]);
		expect(await n8n.poll()).toEqual([`${asking!.id} input_required`]);
		expect(n8n.items).toMatchObject([{ task_name: 'Invoices', missing: { code: 'INTERNAL_ERROR' } }]);
		await n8n.minutes(5);
		n8n.fail();
		await n8n.minutes(2);
		expect(n8n.announced).toHaveLength(2);
		expect(n8n.items[1]).toMatchObject({ questions: [{}] });
	});

	it('learns from the list what became of one whose status cannot be read', async () => {
		const n8n = new VirtualN8n();
		const [old] = n8n.create(1);
		await n8n.pass(24 * HOUR);
		n8n.create(1, 'completed');
		await n8n.poll();
		n8n.fail((endpoint) => (endpoint === 'status' ? 500 : undefined));
		n8n.service.end(old!, 'completed');
		await n8n.minutes(4);
		expect(n8n.announced).toEqual(['x0 completed']);
	});

	it('announces what is new although a page of what was open at its activation can never be read', async () => {
		const n8n = new VirtualN8n();
		n8n.latency = (endpoint) => (endpoint === 'list' ? 8 * SECOND : 20);
		n8n.create(400, 'completed', 24 * 60);
		await n8n.poll();
		n8n.fail((_endpoint, _id, { cursor, created_before: before }) =>
			(cursor ?? before) === undefined ? undefined : 500,
		);
		const created: string[] = [];
		await n8n.minutes(6, () =>
			created.push(...n8n.create(1, 'completed').map(({ id }) => `${id} completed`)),
		);
		await n8n.minutes(2);
		expect(n8n.errors).toEqual([]);
		expect(n8n.announced).toEqual(created);
	});

	it('loses nothing after a created_at an hour ahead', async () => {
		const n8n = new VirtualN8n();
		await n8n.poll();
		const ahead = n8n.service.createAs('completed', HOUR);
		const expected = [`${ahead.id} completed`];
		await n8n.minutes(90, () =>
			expected.push(...n8n.create(1, 'completed').map(({ id }) => `${id} completed`)),
		);
		await n8n.minutes(1);
		expect([...n8n.announced].sort()).toEqual(expected.sort());
	});

	it('keeps silent of what had ended long before the activation, also if it only shows up later', async () => {
		const n8n = new VirtualN8n();
		const history = n8n.create(500, 'completed', 24 * 60);
		for (const each of history) each.listedFrom = Date.now() + 2 * HOUR + MINUTE;
		await n8n.pass(2 * HOUR);
		await n8n.poll();
		await n8n.pass(2 * MINUTE);
		await n8n.minutes(5);
		expect(n8n.announced).toEqual([]);
		const [next] = n8n.create(1, 'completed');
		expect(await n8n.poll()).toEqual([`${next!.id} completed`]);
	});

	it('says in the log that events wait for requests which others use up', async () => {
		const key = 'used-up';
		const n8n = new VirtualN8n(key);
		await n8n.poll();
		n8n.create(1, 'failed');
		await n8n.minutes(5, () => rateGate('details', BASE_URL, key).pause(2 * MINUTE));
		expect(n8n.announced).toEqual([]);
		expect(n8n.warnings).toContainEqual(
			expect.stringMatching(/no more requests in this minute\. Events wait/),
		);
		await n8n.minutes(3);
		expect(n8n.announced).toHaveLength(1);
	});

	it('does not repeat more than two hundred open questions', async () => {
		const n8n = new VirtualN8n();
		await n8n.poll();
		const [asking] = n8n.create(1);
		n8n.service.ask(asking!, 300);
		await n8n.minutes(4);
		expect(n8n.announced).toEqual([`${asking!.id} input_required`]);
	});

	/** Two old ones, which no list of a poll shows. The filters let only the second through. */
	async function oldAndFiltered(n8n: VirtualN8n): Promise<string[]> {
		await n8n.poll();
		const [secret, wanted] = [n8n.service.create(), n8n.service.create({ name: 'Wanted' })];
		await n8n.poll();
		await n8n.pass(2 * HOUR);
		n8n.create(1, 'completed');
		await n8n.minutes(1);
		n8n.parameters = { ...n8n.parameters, filters: { taskNameContains: 'Wanted' } };
		for (const each of [secret, wanted]) n8n.service.end(each, 'completed');
		return [`${secret.id} completed`, `${wanted.id} completed`];
	}

	it('judges by its record what no list of the poll has shown: one request for each event', async () => {
		const n8n = new VirtualN8n();
		const [, wanted] = await oldAndFiltered(n8n);
		await n8n.minutes(1);
		expect(n8n.announced).toEqual(['x2 completed', wanted]);
		expect(n8n.requests.filter((request) => request.startsWith('details'))).toHaveLength(2);
		await n8n.minutes(4);
		expect(n8n.announced).toHaveLength(2);
		expect(n8n.requests).toEqual(['list all']);
	});

	it('tells of what the filters may let through if its record cannot be read at three polls, with the reason', async () => {
		const n8n = new VirtualN8n();
		const both = await oldAndFiltered(n8n);
		n8n.fail((endpoint) => (endpoint === 'details' ? 500 : undefined));
		await n8n.minutes(2);
		expect(n8n.announced).toEqual(['x2 completed']);
		await n8n.minutes(1);
		expect(n8n.announced).toEqual(['x2 completed', ...both]);
		for (const item of n8n.items.slice(1))
			expect(item).toMatchObject({ missing: { code: 'INTERNAL_ERROR' } });
		await n8n.minutes(2);
		expect(n8n.announced).toHaveLength(3);
		expect(n8n.requests).toEqual(['list all']);
	});

	/** The workflow as n8n builds it anew from its database. */
	const stored = ({ staticData }: VirtualN8n) => JSON.parse(JSON.stringify(staticData)) as typeof staticData;

	it('does not double its events when the workflow is published while a poll is under way', async () => {
		const n8n = new VirtualN8n();
		await n8n.poll();
		n8n.create(2, 'completed');
		n8n.latency = () => 5 * SECOND;
		const early = n8n.begin();
		await n8n.pass(2 * SECOND);
		n8n.staticData = stored(n8n);
		await n8n.poll();
		await early;
		await n8n.poll();
		expect(n8n.announced).toEqual(['x0 completed', 'x1 completed']);
	});

	it('announces again what n8n has dropped because the workflow was published meanwhile', async () => {
		const n8n = new VirtualN8n();
		await n8n.poll();
		n8n.create(2, 'completed');
		const before = stored(n8n);
		await n8n.poll();
		n8n.announced.length = 0;
		n8n.staticData = before;
		await n8n.poll();
		// So soon after, n8n may only have loaded the data too early to show that it kept the events.
		expect(n8n.announced).toEqual([]);
		await n8n.pass(MINUTE);
		await n8n.poll();
		expect(n8n.announced).toEqual(['x0 completed', 'x1 completed']);
	});
});

describe('a poll of the old account that ends after one of the new account', () => {
	virtualTime();

	it('changes nothing of what the new one knows', async () => {
		const n8n = new VirtualN8n();
		await n8n.poll();
		// n8n gives each poll what it has stored, and stores nothing of polls that tell of nothing.
		const stored = JSON.stringify(n8n.staticData);
		const load = (): void => {
			n8n.staticData = JSON.parse(stored) as typeof n8n.staticData;
		};
		n8n.latency = () => 10 * SECOND;
		load();
		const old = n8n.begin();
		await n8n.pass(0);
		n8n.parameters = { ...n8n.parameters, filters: { scope: 'team' } };
		n8n.latency = () => 20;
		load();
		await n8n.poll();
		const [first] = n8n.create(1, 'completed');
		await n8n.pass(20 * SECOND);
		await old;
		load();
		expect(await n8n.poll()).toEqual([`${first!.id} completed`]);
	});
});

describe('seventy workflows on one key', () => {
	virtualTime();

	it('start without an error, and each of them tells of what follows', async () => {
		const key = 'shared';
		const all = Array.from({ length: 70 }, () => new VirtualN8n(key));
		// What they see is the same; each has a copy.
		for (const each of all) each.create(250, 'completed', 60);
		await Promise.all(all.map(async (each) => await each.poll()));
		for (let round = 0; round < 2; round++)
			for (const each of all) {
				await each.pass(MINUTE / all.length);
				await each.poll();
			}
		expect(all.flatMap(({ errors }) => errors.map(({ message }) => message))).toEqual([]);
		for (const each of all) expect(each.state).toBeDefined();
	}, 120_000);

	it('are told in the log, and after three polls in a row by an error, if their turn does not come', async () => {
		const key = 'crowded';
		const late = new VirtualN8n(key);
		await late.poll();
		for (let poll = 1; poll <= 3; poll++) {
			// Others use up what there is.
			rateGate('list', BASE_URL, key).pause(MINUTE);
			await late.poll();
			expect(late.errors).toHaveLength(poll === 3 ? 1 : 0);
			expect(late.warnings).toHaveLength(poll);
		}
		expect(late.errors).toMatchObject([{ failure: { cause: 'rate-limited' } }]);
		await late.pass(2 * MINUTE);
		late.create(1, 'completed');
		expect(await late.poll()).toHaveLength(1);
	});

	it('are told of the third poll without a turn also if one in between only hung', async () => {
		const key = 'hung';
		const late = new VirtualN8n(key);
		await late.poll();
		const withoutTurn = async () => {
			rateGate('list', BASE_URL, key).pause(MINUTE);
			await late.poll();
		};
		await withoutTurn();
		await withoutTurn();
		await late.pass(2 * MINUTE);
		late.latency = () => FOREVER;
		await late.poll();
		const [hung] = late.errors.splice(0);
		expect(hung).not.toMatchObject({ failure: { cause: 'rate-limited' } });
		late.latency = () => 20;
		await withoutTurn();
		expect(late.errors).toMatchObject([{ failure: { cause: 'rate-limited' } }]);
	});

	it('begin with their activation, also if the first look comes after a restart of n8n', async () => {
		const key = 'restarted';
		const early = new VirtualN8n(key);
		rateGate('list', BASE_URL, key).pause(MINUTE);
		await early.poll();
		await early.pass(5 * MINUTE);
		// What the process knew is gone; n8n has kept what the trigger wrote at the activation.
		const late = new VirtualN8n(key);
		late.staticData = JSON.parse(JSON.stringify(early.staticData)) as typeof late.staticData;
		const [old, ended] = late.create(2, 'completed', 12);
		expect(ended!.createdAt - old!.createdAt).toBe(6 * MINUTE);
		await late.minutes(2);
		expect(late.announced).toEqual([`${ended!.id} completed`]);
		expect(late.staticData.node).not.toHaveProperty('activation');
	});

	it('begin with their activation, also if the first look comes later', async () => {
		const key = 'late';
		const late = new VirtualN8n(key);
		late.create(1, 'completed');
		const [open] = late.create(1);
		await late.pass(5 * SECOND);
		rateGate('list', BASE_URL, key).pause(MINUTE);
		await late.poll();
		await late.pass(5 * SECOND);
		const [asking] = late.create(1, 'input_required');
		late.create(1, 'completed');
		late.service.end(late.create(1)[0]!, 'failed');
		await late.pass(MINUTE);
		await late.poll();
		late.service.end(open!, 'completed');
		await late.minutes(2);
		expect([...late.announced].sort()).toEqual([
			'x1 completed',
			`${asking!.id} input_required`,
			'x3 completed',
			'x4 failed',
		]);
	});
});
