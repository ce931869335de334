import type {
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';
import { PROPERTIES, RESOURCES } from '../../../nodes/DocumentDataExtraction/resources';
import { byId, startOperation, UNKNOWN_ID } from '../../support/fixtures/operationFixture';
import { NODE_TYPE } from '../../support/names';

/** What an agent is told: the operations that work with nothing but values. */
describe('As the tool of an AI agent', () => {
	const operation = startOperation('getStatus');

	const call = async (name: string, parameters: INodeParameters = {}, args = {}) =>
		await operation.node.engine.runAsTool({
			type: NODE_TYPE,
			parameters: { resource: 'extraction', operation: name, ...parameters },
			args,
		});
	const CHOSEN = { extractionId: byId("={{ $fromAI('extraction_id', 'The extraction', 'string') }}") };

	it('finds an extraction and reads its rows with what the model gives', async () => {
		const { extraction_id } = operation.control.createExtraction({ task_name: 'May', rowCount: 2 });
		const listed = await call(
			'getAll',
			{ limit: "={{ $fromAI('limit', 'How many', 'number') }}" },
			{ limit: 5 },
		);
		expect(JSON.stringify(listed.response)).toContain(extraction_id);
		const rows = await call('getRows', CHOSEN, { extraction_id });
		expect(JSON.stringify(rows.response)).toContain('INV-000002');
	});

	it.each([
		['simplified', {}, { failure: null, submitted_by: null, file_names: ['invoice.pdf'] }],
		['raw', { simplify: 'raw' }, { prompt: 'Total', options: expect.any(Object) as object }],
		[
			'only with the fields that are selected',
			{ simplify: 'selected', outputFields: 'prompt, status' },
			undefined,
		],
	])('gives a record %s', async (how, asked, expected) => {
		const { extraction_id } = operation.control.createExtraction({ prompt: 'Total' });
		const { response } = await call('get', { ...CHOSEN, ...asked }, { extraction_id });
		const [record] = JSON.parse(String(response)) as object[];
		if (expected) expect(record).toMatchObject({ extraction_id, ...expected });
		else expect([how, record]).toEqual([how, { prompt: 'Total', status: 'completed' }]);
		expect('submitted_by' in record! && 'prompt' in record).toBe(false);
	});

	it('refuses to select fields if none is listed', async () => {
		const { extraction_id } = operation.control.createExtraction({});
		const { error } = await call('get', { ...CHOSEN, simplify: 'selected' }, { extraction_id });
		expect(String(error?.message)).toContain('Fields: No field is listed. Enter at least one');
	});

	it('tells the model that there are further rows', async () => {
		const { extraction_id } = operation.control.createExtraction({ rowCount: 60 });
		const cut = await call('getRows', CHOSEN, { extraction_id });
		expect(JSON.stringify(cut.response)).toMatch(/INV-000050.*kept back by Limit: 10\./);
		const rest = await call('getRows', { ...CHOSEN, options: { offset: 50 } }, { extraction_id });
		expect(JSON.stringify(rest.response)).not.toMatch(/kept back/);
	});

	const heardIn = ({ response }: Awaited<ReturnType<typeof call>>) =>
		JSON.parse(String(response)) as Array<Record<string, unknown>>;
	const MANY = [
		{ limit: 5000 },
		{ limit: "={{ $fromAI('limit', 'How many', 'number') }}" },
		{ returnAll: true },
	];

	it.each(MANY)('gives 50 rows at once, and says how to go on, with %j', async (asked) => {
		const { extraction_id } = operation.control.createExtraction({ rowCount: 3000 });
		const heard = heardIn(await call('getRows', { ...CHOSEN, ...asked }, { extraction_id, limit: 5000 }));
		expect(heard).toHaveLength(51);
		expect(heard.at(-1)).toEqual({
			note: `This is not everything. Rows or invoices kept back by Limit: 2950. A tool gives at most 50 at once. To go on, call Get Rows with extraction_id ${extraction_id} and Skip First Rows 50`,
		});
	});

	it('says that there are no rows behind the last one', async () => {
		const { extraction_id } = operation.control.createExtraction({ rowCount: 3 });
		const past = { ...CHOSEN, options: { offset: 3 } };
		expect(heardIn(await call('getRows', past, { extraction_id }))).toEqual([
			{ note: 'There are no rows or invoices from number 4 on' },
		]);
	});

	it('gives whole invoices with 50 lines in all, and at least one, and goes on with the next', async () => {
		const lines = (count: number, number: string) =>
			Array.from({ length: count }, (_, line) => ({ 'Invoice Number': number, Line: `${number}-${line}` }));
		const values = [...lines(30, 'A'), ...lines(20, 'B'), ...lines(60, 'C'), ...lines(2, 'D')];
		const { extraction_id } = operation.control.createExtraction({ values });
		const invoices = { ...CHOSEN, rowsOutput: 'invoices', groupBy: 'Invoice Number' };
		const heard: unknown[] = [];
		let offset = 0;
		for (let calls = 0; calls < 3; calls++) {
			const got = heardIn(await call('getRows', { ...invoices, options: { offset } }, { extraction_id }));
			heard.push(got.map((item) => (item.lines as unknown[] | undefined)?.length ?? item.note));
			offset = Number(/Skip First Rows (\d+)/.exec(String(got.at(-1)?.note))?.[1]);
		}
		expect(heard).toEqual([
			[30, 20, expect.stringMatching(/kept back by Limit: 2\. .*Skip First Rows 2$/)],
			[60, expect.stringMatching(/kept back by Limit: 1\. .*Skip First Rows 3$/)],
			[2],
		]);
	});

	let year = 2090;

	it.each(MANY)('lists 50 extractions at once, and says how to go on, with %j', async (asked) => {
		year++;
		operation.control.createExtraction(
			Array.from({ length: 60 }, (_, day) => ({ created_at: Date.UTC(year, 0, 1 + day) })),
		);
		const first = heardIn(await call('getAll', asked, { limit: 5000 }));
		expect(first).toHaveLength(51);
		const [, createdBefore] =
			/older extractions.*Created Before ([^\s,]+), which lists the last of these again$/.exec(
				String(first[50]!.note),
			) ?? [];
		expect(createdBefore).toBe(first[49]!.created_at);
		const filters = { createdBefore: createdBefore!, createdAfter: `${year}-01-01T00:00:00Z` };
		const rest = heardIn(await call('getAll', { ...asked, filters }, { limit: 5000 }));
		expect(rest.map(({ created_at }) => created_at)).toHaveLength(11);
	});

	it.each(['getStatus', 'get', 'cancel', 'delete', 'wait'])('an AI agent can run %s', async (name) => {
		const status = name === 'cancel' ? 'processing' : 'completed';
		const { extraction_id } = operation.control.createExtraction({ status });
		const { response, error } = await call(name, CHOSEN, { extraction_id });
		expect(error).toBeUndefined();
		expect(JSON.stringify(response)).toContain(name === 'delete' ? 'deleted' : extraction_id);
	});

	it('takes numbers as the text that a model may give', async () => {
		const { extraction_id } = operation.control.createExtraction({});
		const parameters = { ...CHOSEN, waitUpTo: "={{ $fromAI('wait', '', 'string') }}" };
		const { error } = await call('getStatus', parameters, { extraction_id, wait: '1' });
		expect(error).toBeUndefined();
		expect(operation.queries('GET /extractions/{extraction_id}')).toEqual([{ wait: '1' }]);
	});

	it('tells the model what was wrong and what to do', async () => {
		const { response } = await operation.node.engine.runAsTool({
			type: NODE_TYPE,
			parameters: { resource: 'extraction', operation: 'get', ...CHOSEN },
			args: { extraction_id: UNKNOWN_ID },
			onError: 'continueRegularOutput',
		});
		expect(JSON.stringify(response)).toMatch(/not found.*Check the extraction ID/);
	});
});

describe('Every operation', () => {
	it.each(RESOURCES.flatMap((resource) => resource.operations.map((operation) => ({ resource, operation }))))(
		'$resource.name: $operation.name says in a sentence what it does',
		({ operation }) => {
			expect(operation.description.length).toBeGreaterThan(20);
			expect(operation.action).toMatch(/^[A-Z][a-z]+( ([a-z]+|URLs))+$/);
		},
	);

	/** Of a parameter and all that stands within it, those without a word of explanation. */
	const unexplained = (
		property: INodeProperties | INodePropertyOptions | INodePropertyCollection,
	): string[] => {
		const inner = [
			...('values' in property ? property.values : []),
			...('type' in property && ['collection', 'fixedCollection'].includes(property.type)
				? ((property.options ?? []) as INodeProperties[])
				: []),
		].flatMap(unexplained);
		const { description, hint } = property as INodeProperties;
		const needsNone = !('type' in property) || property.type === 'notice' || property.name === 'options';
		const isExplained = needsNone || Boolean(description ?? hint);
		return isExplained ? inner : [property.name, ...inner];
	};

	it('every operation explains every parameter to an agent', () => {
		const ownToN8n = ['resource', 'operation', 'filters'];
		expect(PROPERTIES.flatMap(unexplained).filter((name) => !ownToN8n.includes(name))).toEqual([]);
	});
});
