import { json } from '../support/http/answers';
import { HttpFixture } from '../support/fixtures/HttpFixture';

let http: HttpFixture;
beforeEach(async () => {
	http = await HttpFixture.open();
});
afterEach(async () => await http.close());

const idOf = (number: number): string => `11111111-2222-4333-8444-${String(number).padStart(12, '0')}`;

const extraction = (number: number, more: object = {}) => ({
	extraction_id: idOf(number),
	submission_id: null,
	task_name: `Task ${number}`,
	status: 'processing',
	created_at: '2026-03-04T10:00:00Z',
	submission_method: 'api',
	file_count: 1,
	file_names_preview: ['a.pdf'],
	file_names_truncated: false,
	output_structure: 'automatic',
	...more,
});

const page = (extractions: unknown[], more: object = {}) =>
	json({ success: true, extractions, has_more: false, next_cursor: null, ...more });

const getMany = async (parameters: object = {}) =>
	await http.run('extraction', 'getAll', { returnAll: true, ...parameters });

const names = (run: Awaited<ReturnType<typeof getMany>>) =>
	run.items.map(({ json: { task_name } }) => task_name);

describe('Get Many ends', () => {
	it('where the service says that there is no more, whatever its cursor', async () => {
		http.plan('list', page([extraction(1)], { next_cursor: 'more' }));
		expect(names(await getMany())).toEqual(['Task 1']);
		http.expectAllAsPlanned();
	});

	it('goes on where only the cursor says that there is more', async () => {
		http.plan('list', page([extraction(1)], { has_more: null, next_cursor: 'c' }), page([extraction(2)]));
		expect(names(await getMany())).toEqual(['Task 1', 'Task 2']);
		http.expectAllAsPlanned();
	});

	it('with an error after 1,000 pages, and says how to list fewer', async () => {
		const endless = page([], { has_more: true, next_cursor: 'again' });
		http.plan('list', ...Array.from({ length: 1000 }, () => endless));
		const run = await getMany();
		expect(run.error?.message).toMatch(/The list of extractions does not end within 1000 pages/);
		expect(run.error?.description).toMatch(/^List fewer extractions: set Limit, or Created After/);
		http.expectAllAsPlanned();
	});
});

describe('an extraction that cannot be read', () => {
	it('does not hide the others, and is told', async () => {
		const strange = [
			null,
			{ ...extraction(2), status: null },
			{ ...extraction(3), file_names_preview: null },
		];
		http.plan('list', page([extraction(1), ...strange, extraction(4, { file_count: null, task_name: 7 })]));
		const run = await getMany();
		expect(names(run)).toEqual(['Task 1', 'Task 3', null]);
		expect(run.hints('Node')).toMatchObject([
			{
				message: 'Extractions in the list that could not be read and are missing from the output: 2',
				type: 'warning',
			},
		]);
	});
});

describe('extractions that ask questions', () => {
	const asking = (number: number) => extraction(number, { status: 'input_required' });
	const filters = { status: 'input_required' };
	const queries = () => http.sentAt('list').map(({ url }) => new URL(url).searchParams.get('status'));

	it('are looked for in all pages, because the service has no filter for them', async () => {
		http.plan(
			'list',
			page([extraction(1), asking(2)], { has_more: true, next_cursor: 'c' }),
			page([asking(3), extraction(4)]),
		);
		expect(names(await getMany({ filters }))).toEqual(['Task 2', 'Task 3']);
		expect(queries()).toEqual([null, null]);
		http.expectAllAsPlanned();
	});

	it('are found up to the limit', async () => {
		http.plan('list', page([extraction(1), asking(2), asking(3)]));
		const run = await getMany({ returnAll: false, limit: 1, filters });
		expect(names(run)).toEqual(['Task 2']);
		expect(http.sentAt('list').map(({ url }) => new URL(url).searchParams.get('limit'))).toEqual(['100']);
	});
});

describe('who submitted an extraction, and how many files it has', () => {
	it('is told by a simplified list', async () => {
		const preview = ['1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf'];
		const mine = { email: 'mate@example.com' };
		http.plan(
			'list',
			page([
				extraction(1, {
					file_count: 9,
					file_names_preview: preview,
					file_names_truncated: true,
					submitted_by: mine,
				}),
				extraction(2),
			]),
		);
		const run = await getMany();
		expect(run.items.map((item) => item.json)).toMatchObject([
			{ file_names: preview, file_count: 9, file_names_truncated: true, submitted_by: mine },
			{ file_names: ['a.pdf'], file_count: 1, file_names_truncated: false, submitted_by: null },
		]);
	});
});
