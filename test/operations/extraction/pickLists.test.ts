import type { INodeParameters } from 'n8n-workflow';
import { byId, byUrl, startOperation, type OperationFixture } from '../../support/fixtures/operationFixture';
import { DETAILS, LIST } from '../../support/endpoints';
import { NODE_TYPE } from '../../support/names';

const HOUR = 60 * 60_000;
const FIRST = Date.parse('2026-01-01T00:00:00Z');

/** Extractions an hour apart; every thousandth carries another file. */
const history = (length: number) =>
	Array.from({ length }, (_, index) => ({
		task_name: `Task ${index}`,
		created_at: FIRST + index * HOUR,
		file_names: index % 1000 === 0 ? ['cover.pdf', `Rechnung-${index}.pdf`] : ['invoice.pdf'],
	}));

const searchAt =
	(operation: OperationFixture) =>
	async (filter?: string, paginationToken?: string, options: INodeParameters = {}) =>
		await operation.node.engine.listSearch({
			type: NODE_TYPE,
			method: 'searchExtractions',
			parameters: { resource: 'extraction', operation: 'getStatus', options },
			filter,
			paginationToken,
		});

describe('Pick list of extractions', () => {
	const operation = startOperation('getStatus');
	const search = searchAt(operation);
	beforeAll(() => {
		operation.control.createExtraction(history(720));
	});

	it('lists the newest first, with task name, status and date, and pages with the cursor', async () => {
		const first = await search();
		expect(first.results).toHaveLength(50);
		expect(first.results[0]).toEqual({
			name: 'Task 719 · completed · 2026-01-30 18:00',
			value: expect.stringMatching(/^[0-9a-f-]{36}$/),
			description: 'invoice.pdf',
		});
		const second = await search(undefined, first.paginationToken as string);
		expect(second.results[0]?.name).toMatch(/^Task 669 /);
		expect(operation.asked()).toEqual([LIST, LIST]);
	});

	it('finds all words of a search in the task name', async () => {
		const { results } = await search('  719 TASK ');
		expect(results.map(({ name }) => name)).toEqual([expect.stringMatching(/^Task 719 /)]);
		// Something is found, so a few pages are enough; the editor has the cursor for more.
		expect(operation.asked()).toHaveLength(5);
	});

	it('finds an extraction by its ID', async () => {
		const { extraction_id } = operation.control.extractions().at(-3)!;
		const { results } = await search(extraction_id);
		expect(results.map(({ value }) => value)).toEqual([extraction_id]);
	});

	it('names an extraction without a task name by its ID, and shows that it asks questions', async () => {
		const { extraction_id } = operation.control.createExtraction({ task_name: '', status: 'input_required' });
		const { results } = await search();
		expect(results[0]?.name).toMatch(new RegExp(`^${extraction_id} · input required · `));
		await operation.control.deleteExtraction({ extraction_id });
	});

	it('looks within the scope that is set, and shows an error instead of an empty list', async () => {
		await expect(search(undefined, undefined, { scope: 'team' })).rejects.toMatchObject({
			name: 'NodeApiError',
			message: expect.stringMatching(/^Only team admins can use the scope Team/),
			description: expect.stringMatching(/Set the option Scope to Own/),
		});
		expect(operation.queries(LIST)).toEqual([{ limit: '50', scope: 'team' }]);
	});

	it('says what is wrong with the key', async () => {
		operation.control.addFault({ endpoint: LIST, kind: 'error', code: 'API_KEY_REVOKED' });
		await expect(search('x')).rejects.toThrow(/key was revoked/);
	});
});

describe('Pick list of extractions with a long history', () => {
	const operation = startOperation('getStatus');
	const search = searchAt(operation);
	beforeAll(() => {
		operation.control.createExtraction(history(2520));
	});

	it('finds file names, and further ones when the editor goes on', async () => {
		const first = await search('rechnung');
		expect(first.results).toEqual([]);
		const next = await search('rechnung', first.paginationToken as string);
		expect(next.results.map(({ description }) => description)).toEqual(['cover.pdf, Rechnung-2000.pdf']);
	});

	it('ends a search that finds nothing after a bounded number of pages, with the cursor to go on', async () => {
		const first = await search('no such thing');
		expect(first.results).toEqual([]);
		expect(operation.asked()).toHaveLength(5);
		expect(first.paginationToken).toEqual(expect.any(String));
	});
});

describe('Pick list of output formats', () => {
	const operation = startOperation('downloadOutput');

	const load = async (extractionId: INodeParameters | string, options: INodeParameters = {}) =>
		(
			await operation.node.engine.loadOptions({
				type: NODE_TYPE,
				method: 'getAvailableFormats',
				parameters: { resource: 'extraction', operation: 'downloadOutput', extractionId, options },
			})
		).map(({ value }) => value);

	it('offers what the chosen extraction has', async () => {
		const { extraction_id } = operation.control.createExtraction({ available_outputs: ['xlsx', 'csv'] });
		expect(await load(byId(extraction_id))).toEqual(['csv', 'xlsx']);
		expect(await load(byUrl(`https://app.example.com/extractions/${extraction_id}`))).toEqual([
			'csv',
			'xlsx',
		]);
		expect(operation.asked()).toEqual([DETAILS, DETAILS]);
	});

	it('offers nothing once the outputs have expired', async () => {
		const { extraction_id } = operation.control.createExtraction({ created_at: '2020-01-01T00:00:00Z' });
		expect(await load(byId(extraction_id))).toEqual([]);
	});

	it('offers all while the extraction is not completed', async () => {
		const { extraction_id } = operation.control.createExtraction({ status: 'processing' });
		expect(await load(byId(extraction_id))).toEqual(['csv', 'json', 'xlsx']);
	});

	it.each([
		['an expression', byId('={{ $json.extraction_id }}')],
		['nothing', byId('')],
	])('offers all for %s, without asking the service', async (_what, extractionId) => {
		expect(await load(extractionId)).toEqual(['csv', 'json', 'xlsx']);
		expect(operation.asked()).toEqual([]);
	});

	it('shows an error, within the scope that is set', async () => {
		const { extraction_id } = operation.control.createExtraction({});
		await expect(load(byId(extraction_id), { scope: 'team' })).rejects.toThrow(/Only team admins/);
		expect(operation.queries(DETAILS)).toEqual([{ scope: 'team' }]);
	});
});
