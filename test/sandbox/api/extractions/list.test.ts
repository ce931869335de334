import {
	issuePaths,
	startSandboxFixture,
	type SandboxFixture,
} from '../../../support/fixtures/sandboxFixture';

const day = (number: number) => `2024-01-${String(number).padStart(2, '0')}T00:00:00.000Z`;

describe('GET /extractions', () => {
	let sandbox: SandboxFixture;
	beforeEach(async () => (sandbox = await startSandboxFixture({ limits: 'off' })));
	afterEach(() => sandbox.server.close());
	const list = (query = '') => sandbox.client.get(`/extractions${query}`);
	const names = async (query = '') => (await list(query)).body.extractions.map((item) => item.task_name);

	test('the list of an empty history has no entries', async () => {
		expect((await list()).body).toEqual({
			success: true,
			extractions: [],
			has_more: false,
			next_cursor: null,
		});
	});

	test('the fields of an item, by status', async () => {
		const file_names = ['1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf', '6.pdf'];
		sandbox.control.createExtraction([
			{ status: 'completed', task_name: 'completed', created_at: day(5), file_names },
			{ status: 'processing', task_name: 'processing', created_at: day(4), submission_method: 'web_app' },
			{ status: 'cancelled', task_name: 'cancelled', created_at: day(3), credits_deducted: 2 },
			{ status: 'failed', task_name: 'failed', created_at: day(2), error: { code: 'SUBMISSION_STALLED' } },
			{ status: 'input_required', task_name: 'asking', created_at: sandbox.control.now() },
		]);
		const [asking, completed, processing, cancelled, failed] = (await list()).body.extractions;
		const common = (name: string, created_at: string) => ({
			extraction_id: expect.any(String),
			submission_id: expect.any(String),
			task_name: name,
			status: name,
			created_at,
			submission_method: 'api',
			file_count: 1,
			file_names_preview: ['invoice.pdf'],
			file_names_truncated: false,
			output_structure: 'per_invoice',
		});
		expect(completed).toEqual({
			...common('completed', day(5)),
			file_count: 6,
			file_names_preview: file_names.slice(0, 5),
			file_names_truncated: true,
			credits_deducted: 6,
			available_outputs: [],
			output_expires_at: '2024-04-04T00:00:00.000Z',
		});
		expect(processing).toEqual({
			...common('processing', day(4)),
			submission_method: 'web_app',
			submission_id: null,
			progress: expect.any(Number),
		});
		expect(cancelled).toEqual({ ...common('cancelled', day(3)), credits_deducted: 2 });
		expect(failed).toEqual({
			...common('failed', day(2)),
			error: { code: 'SUBMISSION_STALLED', retryable: true },
		});
		expect(asking).toMatchObject({ status: 'input_required', progress: expect.any(Number) });
	});

	test('available_outputs until they expire', async () => {
		sandbox.control.createExtraction({});
		expect((await list()).body.extractions[0]!.available_outputs).toEqual(['xlsx', 'csv', 'json']);
		await sandbox.control.advanceClock(90 * 24 * 3_600_000);
		expect((await list()).body.extractions[0]!.available_outputs).toEqual([]);
	});

	test('newest first; the later made first among equal times', async () => {
		const times = [day(2), day(3), day(1), day(2)];
		sandbox.control.createExtraction(
			times.map((created_at, index) => ({ task_name: `task ${index}`, created_at })),
		);
		expect(await names()).toEqual(['task 1', 'task 3', 'task 0', 'task 2']);
	});

	test('filters by status, method and time; both bounds are inclusive', async () => {
		sandbox.control.createExtraction([
			{ task_name: 'one', created_at: day(1) },
			{ task_name: 'two', created_at: day(2), status: 'failed' },
			{ task_name: 'three', created_at: day(3), submission_method: 'web_app' },
			{ task_name: 'four', created_at: day(4), status: 'processing' },
			{ task_name: 'five', created_at: day(5), status: 'cancelled' },
		]);
		expect(await names('?status=completed')).toEqual(['three', 'one']);
		expect(await names('?status=failed')).toEqual(['two']);
		expect(await names('?status=processing')).toEqual(['four']);
		expect(await names('?status=cancelled')).toEqual(['five']);
		expect(await names('?submission_method=web_app')).toEqual(['three']);
		expect(await names('?submission_method=api&status=completed')).toEqual(['one']);
		expect(await names(`?created_after=${day(4)}`)).toEqual(['five', 'four']);
		expect(await names(`?created_before=${day(2)}`)).toEqual(['two', 'one']);
		expect(await names(`?created_after=${day(2)}&created_before=${day(2)}`)).toEqual(['two']);
		expect(await names(`?created_after=${encodeURIComponent('2024-01-05T02:00:00+02:00')}`)).toEqual([
			'five',
		]);
	});

	test('pages of 25 by default, followed by cursor to the end', async () => {
		sandbox.control.createExtraction(
			Array.from({ length: 60 }, (_, index) => ({ task_name: `task ${index}`, created_at: day(1) })),
		);
		const seen: unknown[] = [];
		const sizes: number[] = [];
		for (let query = ''; ;) {
			const { body } = await list(query);
			seen.push(...body.extractions.map((item) => item.task_name));
			sizes.push(body.extractions.length);
			expect(body.has_more).toBe(body.next_cursor !== null);
			if (body.next_cursor === null) break;
			query = `?cursor=${body.next_cursor}`;
		}
		expect(sizes).toEqual([25, 25, 10]);
		expect(new Set(seen).size).toBe(60);
	});

	test('a page that ends with the list has no more', async () => {
		sandbox.control.createExtraction([{}, {}]);
		expect((await list('?limit=2')).body).toMatchObject({ has_more: false, next_cursor: null });
		expect((await list('?limit=1')).body).toMatchObject({ has_more: true });
	});

	test('a new extraction does not shift the following page', async () => {
		sandbox.control.createExtraction([
			{ task_name: 'one', created_at: day(1) },
			{ task_name: 'two', created_at: day(2) },
		]);
		const { next_cursor } = (await list('?limit=1')).body;
		sandbox.control.createExtraction({ task_name: 'three', created_at: day(3) });
		expect(await names(`?limit=1&cursor=${next_cursor}`)).toEqual(['one']);
	});

	test.each([
		['?status=input_required', 'status'],
		['?status=done', 'status'],
		['?submission_method=email', 'submission_method'],
		['?created_after=yesterday', 'created_after'],
		['?created_after=2024-01-01T00:00:00', 'created_after'],
		['?created_before=2024-01-01', 'created_before'],
		[`?created_after=${day(2)}&created_before=${day(1)}`, 'created_after'],
		['?cursor=abc', 'cursor'],
		['?cursor=', 'cursor'],
		['?limit=0', 'limit'],
		['?limit=101', 'limit'],
		['?limit=ten', 'limit'],
		['?scope=mine', 'scope'],
		['?status=failed&status=completed', 'status'],
		['?page=2', 'page'],
	])('the list refuses the query %s', async (query, path) => {
		const answer = await list(query);
		expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_INPUT']);
		expect(issuePaths(answer)).toEqual([path]);
	});
});
