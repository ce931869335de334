import type { INodeParameters } from 'n8n-workflow';
import { startOperation, type OperationFixture } from '../../support/fixtures/operationFixture';
import { LIST } from '../../support/endpoints';
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

	it('lists the newest first, with date and task name, and pages with the cursor', async () => {
		const first = await search();
		expect(first.results).toHaveLength(100);
		expect(first.results[0]).toEqual({
			name: 'Jan 30, 2026, 18:00 · Task 719',
			value: expect.stringMatching(/^[0-9a-f-]{36}$/),
			description: 'invoice.pdf',
		});
		const second = await search(undefined, first.paginationToken as string);
		expect(second.results[0]?.name).toMatch(/ · Task 619$/);
		expect(operation.asked()).toEqual([LIST, LIST]);
	});

	it('finds all words of a search in the task name', async () => {
		const { results } = await search('  719 TASK ');
		expect(results.map(({ name }) => name)).toEqual([expect.stringMatching(/ · Task 719$/)]);
		// Something is found, so a few pages are enough; the editor has the cursor for more.
		expect(operation.asked()).toHaveLength(5);
	});

	it('finds an umlaut, whether it is one character or two', async () => {
		const task_name = 'Müller GmbH'.normalize('NFD');
		const { extraction_id } = operation.control.createExtraction({ task_name });
		const { results } = await search('MÜLLER');
		expect(results.map(({ value }) => value)).toEqual([extraction_id]);
		await operation.control.deleteExtraction({ extraction_id });
	});

	it('finds an extraction by its ID', async () => {
		const { extraction_id } = operation.control.extractions().at(-3)!;
		const { results } = await search(extraction_id);
		expect(results.map(({ value }) => value)).toEqual([extraction_id]);
	});

	it('names an extraction without a task name by its ID, and shows that it asks questions', async () => {
		const { extraction_id } = operation.control.createExtraction({ task_name: '', status: 'input_required' });
		const { results } = await search();
		expect(results[0]?.name).toMatch(new RegExp(` · input required · ${extraction_id}$`));
		await operation.control.deleteExtraction({ extraction_id });
	});

	it('looks within the scope that is set, and shows an error instead of an empty list', async () => {
		await expect(search(undefined, undefined, { scope: 'team' })).rejects.toMatchObject({
			name: 'NodeApiError',
			message: expect.stringMatching(/^Only team admins can use the extractions of the team/),
			description: expect.stringMatching(/Set the option Owner to Me/),
		});
		expect(operation.queries(LIST)).toEqual([{ limit: '100', scope: 'team' }]);
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

describe('Pick list of other extractions', () => {
	const operation = startOperation('getStatus');
	const search = searchAt(operation);

	it('shows the year, and the status of one that is not completed', async () => {
		operation.control.createExtraction([
			// In the timezone of the workflow, New York, it is five hours earlier.
			{ task_name: 'An old one', created_at: Date.parse('2020-02-01T14:05:00Z') },
			{ task_name: 'One that runs', status: 'processing' },
		]);
		const { results } = await search();
		expect(results.map(({ name }) => name)).toEqual([
			expect.stringMatching(/^[A-Z][a-z]{2} \d+, \d{4}, \d\d:\d\d · processing · One that runs$/),
			'Feb 1, 2020, 09:05 · An old one',
		]);
	});
});
