import { existsSync } from 'node:fs';
import type { INodeExecutionData } from 'n8n-workflow';
import { RESOURCES } from '../../nodes/DocumentDataExtraction/resources';
import type { NodeRun } from '../../dev/engine';
import { ENDPOINTS } from '../../dev/sandbox/limits';
import { startNode, type NodeFixture } from '../support/fixtures/nodeFixture';
import { CONTRACT } from '../support/operations/contractParameters';
import { inputOf } from '../support/documentation/inputs';
import {
	readOperationsLinks,
	readOperationsPage,
	readReadmeTable,
	type Example,
} from '../support/documentation/page';
import { parametersOf } from '../support/documentation/parameters';
import { settled } from '../support/documentation/settled';
import { NODE_TYPE } from '../support/names';
import { misfits, readSchema, schemaOf, schemaPath, writeSchema } from '../support/operations/outputSchema';

const SECTIONS = readOperationsPage();
const EXAMPLES = SECTIONS.flatMap(({ examples }) => examples);

/** Its rows have the columns that the user asks for, besides those of its schema, and its Output decides which of them come out. */
const REVIEW = 'reviewInForm';

const OPERATIONS = RESOURCES.flatMap((resource) =>
	resource.operations.map((operation) => ({
		title: `${resource.name}: ${operation.name}`,
		place: { resource: resource.value, operation: operation.value },
		/** n8n finds a schema by the operation alone, whatever the Output is. It shows none for a tool. */
		isDecidedByOutput:
			operation.value !== REVIEW &&
			operation.properties.some(
				({ displayName, displayOptions }) => displayName === 'Output' && !displayOptions?.show?.['@tool'],
			),
	})),
);
const decidedByOutput = (is: boolean) =>
	OPERATIONS.filter(({ isDecidedByOutput }) => isDecidedByOutput === is).map(
		({ title, place }): [string, typeof place] => [title, place],
	);

/** The items of all outputs, the first output first. */
const itemsOf = (run: NodeRun): INodeExecutionData[] =>
	(run.task(run.nodeName)?.data?.main ?? []).flatMap((items) => items ?? []);

describe('docs/operations.md', () => {
	it('has a section with an example for every operation, and for nothing else', () => {
		expect(SECTIONS.map(({ title }) => title).sort()).toEqual(OPERATIONS.map(({ title }) => title).sort());
		for (const { title, examples } of SECTIONS) expect([title, examples.length]).not.toEqual([title, 0]);
		for (const { output } of EXAMPLES) expect(Object.keys(output as object)).not.toHaveLength(0);
	});

	it('is linked from the table of operations in the README, section by section', () => {
		const anchors = new Map(SECTIONS.map(({ title, anchor }) => [title, anchor]));
		const links = readReadmeTable('Operations').map(([link]) => link);
		const expected = OPERATIONS.map(({ title }) => `[${title}](docs/operations.md#${anchors.get(title)})`);
		expect(links.sort()).toEqual(expected.sort());
	});

	it('links to sections that it has', () => {
		const { anchors, linked } = readOperationsLinks();
		expect(linked).not.toHaveLength(0);
		for (const anchor of linked) expect(anchors).toContain(anchor);
	});

	describe('shows what really comes out of', () => {
		let node: NodeFixture;
		beforeAll(async () => {
			node = await startNode({ limits: 'off' });
		});
		afterAll(async () => await node?.close());

		/** Each example runs once, also where others take its output as their input. */
		const runs = new Map<string, Promise<NodeRun>>();
		const run = (example: Example): Promise<NodeRun> => {
			const started = runs.get(example.name) ?? execute(example);
			runs.set(example.name, started);
			return started;
		};

		async function execute({ name, section, settings }: Example): Promise<NodeRun> {
			const { place } = OPERATIONS.find(({ title }) => title === section)!;
			const parameters = await parametersOf(
				place,
				settings,
				async (method, values) =>
					await node.engine.loadOptions({ type: NODE_TYPE, method, parameters: values }),
			);
			const input = await inputOf(name, { node, outputOf });
			const done = await node.engine.runNode({ type: NODE_TYPE, parameters, input });
			if (done.error)
				throw new Error(
					`${done.error.message}\nWhat comes into "${name}": test/support/documentation/inputs.ts`,
				);
			return done;
		}

		async function outputOf(name: string): Promise<INodeExecutionData[]> {
			return itemsOf(await run(EXAMPLES.find((example) => example.name === name)!));
		}

		it.each(EXAMPLES.map((example): [string, Example] => [example.name, example]))(
			'%s',
			async (_, example) => {
				const real = itemsOf(await run(example)).map(({ json }) => json);
				const shown = Array.isArray(example.output) ? example.output : [example.output];
				expect(settled(Array.isArray(example.output) ? real : real.slice(0, 1))).toMatchObject(
					settled(shown) as object[],
				);
			},
		);

		it.each(decidedByOutput(true))(
			'%s has no schema, which would show the fields of another output before a first run',
			(_, { resource, operation }) => expect(existsSync(schemaPath(resource, operation))).toBe(false),
		);

		it.each(decidedByOutput(false))(
			'%s puts out what its schema says, which the editor shows before a first run',
			async (title, { resource, operation }) => {
				const examples = EXAMPLES.filter(({ section }) => section === title);
				const runs = await Promise.all(examples.map(run));
				const outputs = runs.flatMap((done) => itemsOf(done).map(({ json }) => json));
				const path = schemaPath(resource, operation);
				if (process.env.UPDATE_SCHEMAS === '1' && !readSchema(path)) writeSchema(path, schemaOf(outputs));
				const schema = readSchema(path);
				if (!schema) throw new Error(`There is no ${path}. Run: npm run schemas`);
				const known = ([name]: [string, unknown]) =>
					operation !== REVIEW || name in (schema.properties ?? {});
				for (const output of outputs)
					expect(misfits(schema, Object.fromEntries(Object.entries(output).filter(known)))).toEqual([]);
			},
		);

		it('calls every endpoint of the contract, all examples together', async () => {
			await Promise.all(EXAMPLES.map(run));
			const requests = node.sandbox.control.requests();
			const called = new Set(requests.map(({ endpoint }) => endpoint));
			expect(Object.keys(ENDPOINTS).filter((endpoint) => !called.has(endpoint))).toEqual([]);
			// What takes parameters is listed with them, and each is tested.
			const unlisted = requests.filter(({ endpoint }) => endpoint in ENDPOINTS && !(endpoint in CONTRACT));
			for (const { query } of unlisted) expect(query ?? {}).toEqual({});
		});
	});
});
