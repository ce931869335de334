import type { INodeExecutionData } from 'n8n-workflow';
import { RESOURCES } from '../../nodes/DocumentDataExtraction/actions/resources';
import type { NodeRun } from '../../engine';
import { startNode, type NodeFixture } from '../support/fixtures/nodeFixture';
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

const SECTIONS = readOperationsPage();
const EXAMPLES = SECTIONS.flatMap(({ examples }) => examples);

const OPERATIONS = RESOURCES.flatMap((resource) =>
	resource.operations.map((operation) => ({
		title: `${resource.name}: ${operation.name}`,
		place: { resource: resource.value, operation: operation.value },
		names: [resource.name, operation.name],
	})),
);

describe('docs/operations.md', () => {
	it('has a section with an example for every operation, and for nothing else', () => {
		expect(SECTIONS.map(({ title }) => title).sort()).toEqual(OPERATIONS.map(({ title }) => title).sort());
		for (const { title, examples } of SECTIONS) expect([title, examples.length]).not.toEqual([title, 0]);
		for (const { output } of EXAMPLES) expect(Object.keys(output as object)).not.toHaveLength(0);
	});

	it('is linked from the table of operations in the README, section by section', () => {
		const anchors = new Map(SECTIONS.map(({ title, anchor }) => [title, anchor]));
		const rows = readReadmeTable('All operations').map(([resource, link]) => [resource, link]);
		const expected = OPERATIONS.map(({ title, names: [resource, operation] }) => [
			resource,
			`[${operation}](docs/operations.md#${anchors.get(title)})`,
		]);
		expect(rows.sort()).toEqual(expected.sort());
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
			expect(done.error?.message).toBeUndefined();
			return done;
		}

		async function outputOf(name: string): Promise<INodeExecutionData[]> {
			return (await run(EXAMPLES.find((example) => example.name === name)!)).items;
		}

		it.each(EXAMPLES.map((example): [string, Example] => [example.name, example]))(
			'%s',
			async (_, example) => {
				const { items } = await run(example);
				const real = items.map(({ json }) => json);
				const shown = Array.isArray(example.output) ? example.output : [example.output];
				expect(settled(Array.isArray(example.output) ? real : real.slice(0, 1))).toMatchObject(
					settled(shown) as object[],
				);
			},
		);
	});
});
