import { startOperation } from '../../support/fixtures/operationFixture';
import { LIST } from '../../support/endpoints';
import { jsonOf } from '../../support/items';

const DAY = 24 * 60 * 60_000;
const FIRST = Date.parse('2026-01-01T00:00:00Z');

describe('Extraction: Get Many', () => {
	const operation = startOperation('getAll');

	beforeAll(() => {
		const history = Array.from({ length: 230 }, (_, index) => ({
			task_name: `Task ${index}`,
			created_at: FIRST + index * DAY,
			submission_method: index % 2 === 0 ? ('api' as const) : ('web_app' as const),
			status: ['completed', 'failed', 'cancelled', 'processing', 'input_required'][index % 5],
		}));
		operation.control.createExtraction(history);
	});

	const names = async (parameters: Parameters<typeof operation.run>[0]) =>
		jsonOf((await operation.run(parameters)).items).map(({ task_name }) => task_name);

	it('lists the newest first, fifty by default, each paired with its input item', async () => {
		const run = await operation.run({}, { input: [{ json: {} }, { json: {} }] });
		expect(run.items).toHaveLength(100);
		expect(run.items[0]?.json.task_name).toBe('Task 229');
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual([
			...Array.from({ length: 50 }, () => ({ item: 0 })),
			...Array.from({ length: 50 }, () => ({ item: 1 })),
		]);
		expect(operation.queries(LIST)).toEqual([{ limit: '50' }, { limit: '50' }]);
	});

	it('returns all, page by page with the cursor', async () => {
		const listed = await names({ returnAll: true });
		expect(listed).toEqual(Array.from({ length: 230 }, (_, index) => `Task ${229 - index}`));
		const queries = operation.queries(LIST);
		expect(queries.map(({ limit }) => limit)).toEqual(['100', '100', '100']);
		expect(queries.map(({ cursor }) => typeof cursor)).toEqual(['undefined', 'string', 'string']);
	});

	it('stops at a limit beyond a page', async () => {
		expect(await names({ limit: 120 })).toHaveLength(120);
		expect(operation.queries(LIST).map(({ limit }) => limit)).toEqual(['100', '20']);
	});

	it.each([0, -5, 2.5, '={{ "many" }}'])('refuses a limit of %s', async (limit) => {
		const run = await operation.run({ limit });
		expect(run.error?.message).toMatch(/^Limit: .* is not a whole number of at least 1$/);
		expect(operation.asked()).toEqual([]);
	});

	it('filters by status and submission method', async () => {
		const filters = { status: 'failed', submissionMethod: 'web_app' };
		const run = await operation.run({ returnAll: true, filters });
		expect(run.items).toHaveLength(23);
		expect(operation.queries(LIST)).toEqual([
			{ limit: '100', status: 'failed', submission_method: 'web_app' },
		]);
		expect(jsonOf(run.items)[0]).toMatchObject({
			status: 'failed',
			failure: { code: 'INTERNAL_ERROR', retryable: true, next_step: expect.any(String) },
		});
	});

	it('refuses a status that is none', async () => {
		const run = await operation.run({ filters: { status: '=asleep' } });
		expect(run.error?.message).toBe(
			'Status: "asleep" is not valid. Use one of: cancelled, completed, failed, input_required, processing',
		);
		expect(operation.asked()).toEqual([]);
	});

	describe('created after and before', () => {
		it('Created After and Created Before include the moment itself', async () => {
			const filters = { createdAfter: '2026-01-03T00:00:00Z', createdBefore: '2026-01-05T00:00:00Z' };
			expect(await names({ filters })).toEqual(['Task 4', 'Task 3', 'Task 2']);
		});

		it.each([
			['the picker, without a timezone', '2026-05-01T00:00:00', '2026-04-30T22:00:00.000Z'],
			['a date', '2026-01-15', '2026-01-14T23:00:00.000Z'],
			['a database', '2026-05-01 10:30:00', '2026-05-01T08:30:00.000Z'],
			['another timezone', '2026-05-01T10:30:00-05:00', '2026-05-01T15:30:00.000Z'],
			['luxon', '={{ DateTime.fromISO("2026-05-01T10:00:00Z") }}', '2026-05-01T10:00:00.000Z'],
			['JavaScript', '={{ new Date(Date.UTC(2026, 4, 1)) }}', '2026-05-01T00:00:00.000Z'],
		])('take a date from %s', async (_source, createdAfter, sent) => {
			const run = await operation.run(
				{ filters: { createdAfter } },
				{ settings: { timezone: 'Europe/Vienna' } },
			);
			expect(run.error).toBeUndefined();
			expect(operation.queries(LIST)).toEqual([{ limit: '50', created_after: sent }]);
		});

		it.each(['=yesterday', '=2026-13-01', '={{ 5 }}', '=2026"})}} {{ 1'])(
			'Created After and Created Before refuse %s',
			async (createdBefore) => {
				const run = await operation.run({ filters: { createdBefore } });
				expect(run.error?.message).toMatch(/^Created Before: .* is not a date\. .*/);
				expect(operation.asked()).toEqual([]);
			},
		);

		it('are left to the service where the one is later than the other', async () => {
			const filters = { createdAfter: '2026-02-01T00:00:00Z', createdBefore: '2026-01-31T23:59:59Z' };
			const run = await operation.run({ filters });
			expect(run.error?.message).toMatch(/^The service refused the request as invalid.*\(created_after: /);
		});
	});

	it('gives the items as the service lists them when not simplified', async () => {
		const [json] = jsonOf((await operation.run({ limit: 1, simplify: false })).items);
		expect(json).toMatchObject({
			file_names_preview: ['invoice.pdf'],
			file_names_truncated: false,
			file_count: 1,
		});
	});

	it('lists the extractions of the team for an admin, and tells others that they may not', async () => {
		const refused = await operation.run({ filters: { scope: 'team' } });
		expect(refused.error?.message).toMatch(/^Only team admins can use the extractions of the team/);
		operation.control.addKey({ key: operation.node.sandbox.apiKey, role: 'admin' });
		operation.control.addKey({ key: 'mate', role: 'member' });
		operation.control.createExtraction({ key: 'mate', task_name: 'By a mate' });
		expect((await names({ limit: 1, filters: { scope: 'team' } }))[0]).toBe('By a mate');
		expect(await names({ limit: 1, filters: { scope: 'own' } })).toEqual(['Task 229']);
	});

	it('hands out the failed item when it continues on fail', async () => {
		operation.control.addFault({ endpoint: LIST, kind: 'error', code: 'API_KEY_EXPIRED' });
		const run = await operation.run(
			{},
			{ input: [{ json: {} }, { json: {} }], onError: 'continueErrorOutput' },
		);
		expect(run.secondOutput).toMatchObject([
			{ json: { error: { code: 'API_KEY_EXPIRED' } }, pairedItem: { item: 0 } },
		]);
		expect(run.items).toHaveLength(50);
	});

	it('finds those that ask questions, which the service cannot filter for', async () => {
		const asking = operation.control.createExtraction([
			{ status: 'input_required', task_name: 'Asks' },
			{ status: 'processing' },
		]);
		expect(asking).toHaveLength(2);
		expect(await names({ returnAll: true, filters: { status: 'input_required' } })).toEqual(['Asks']);
		expect(operation.queries(LIST).map(({ status }) => status)).toEqual([undefined, undefined, undefined]);
	});
});
