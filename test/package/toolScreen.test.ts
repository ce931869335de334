import { NodeHelpers, Workflow, type INode, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { asTool } from '../../dev/engine/nodeTypes/asTool';
import { KnownNodeTypes } from '../../dev/engine/nodeTypes/KnownNodeTypes';
import { RESOURCES } from '../../nodes/DocumentDataExtraction/resources';
import { DocumentDataExtraction } from '../../nodes/DocumentDataExtraction/DocumentDataExtraction.node';
import { NODE_TYPE } from '../support/names';

const NODE = { typeVersion: 1 };
const node = new DocumentDataExtraction().description;
const tool = asTool(new DocumentDataExtraction()).description;

type Description = typeof node;
interface Described {
	name?: string;
	displayOptions?: INodeProperties['displayOptions'];
	options?: Described[];
}

/** The parameters as they are after a person has chosen an operation and set some of them. */
const valuesOf = (description: Description, set: INodeParameters): INodeParameters =>
	NodeHelpers.getNodeParameters(description.properties, set, true, false, NODE, description) ?? {};

const isShown = (description: Description, values: INodeParameters, described: Described, root = values) =>
	NodeHelpers.displayParameter(values, described as INodeProperties, NODE, description, root);

/** Everything that the panel shows: parameters, the choices of lists, and the options of the collection. */
function panelOf(description: Description, set: INodeParameters) {
	const values = valuesOf(description, set);
	const shown = description.properties.filter((property) => isShown(description, values, property));
	const insideOf = ({ options = [] }: INodeProperties): INodeProperties[] =>
		(options as INodeProperties[]).filter((option) => isShown(description, {}, option, values));
	const options = shown.filter(({ name }) => name === 'options').flatMap(insideOf);
	const lists = [...shown, ...options].filter(({ type }) => type === 'options');
	return {
		values,
		names: shown.filter(({ type }) => type !== 'notice').map(({ displayName }) => displayName),
		notices: shown.filter(({ type }) => type === 'notice').map(({ displayName }) => displayName),
		options: options.map(({ displayName }) => displayName),
		choices: Object.fromEntries(
			lists.map((list) => [
				list.displayName,
				((list.options ?? []) as INodeProperties[])
					.filter((option) => isShown(description, values, option))
					.map(({ name }) => name),
			]),
		),
	};
}

const EXTRACT = { resource: 'extraction', operation: 'extractDocuments' };
type Chosen = [string, INodeParameters];
const ALL = RESOURCES.flatMap((resource) =>
	resource.operations.map(({ value, notAsTool }) => ({
		chosen: [`${resource.name}: ${value}`, { resource: resource.value, operation: value }] as Chosen,
		notAsTool,
	})),
);
const EVERY: Chosen[] = ALL.map(({ chosen }) => chosen);
const OF_TOOLS: Chosen[] = ALL.filter(({ notAsTool }) => !notAsTool).map(({ chosen }) => chosen);

describe('As a fresh tool', () => {
	it('Extract Documents takes links alone, and says why', () => {
		const panel = panelOf(tool, EXTRACT);
		expect(panel.names).toEqual([
			'Resource',
			'Operation',
			'Description',
			'Describe Data By',
			'Prompt',
			'One Row Per',
			'Output',
			'Input Files',
			'Links',
			'Options',
		]);
		expect(panel.choices['Input Files']).toEqual(['From Links']);
		expect(panel.choices['Unsupported Files']).toEqual(['Fail', 'Skip']);
		for (const hidden of ['Group Files', 'Prevent Duplicates By', 'Submission ID'])
			expect(panel.options).not.toContain(hidden);
		expect(panel.values).toMatchObject({ files: 'links', links: '' });
		expect(panel.notices).toEqual(['An agent cannot pass files. Let the model fill Links.']);
	});

	it('Extract Documents tells the model what it takes, what it costs and what comes back', () =>
		expect(panelOf(tool, EXTRACT).values.toolDescription).toMatch(
			/links .* one per line.* one credit a page.*at most 50 rows.*extraction_id/,
		));

	it.each(OF_TOOLS)('%s says in a sentence what it does, which can be changed', (_, chosen) => {
		const panel = panelOf(tool, chosen);
		expect(panel.names[2]).toBe('Description');
		expect(String(panel.values.toolDescription)).toMatch(/^[A-Z].{20,}/);
	});

	it.each(['get', 'getAll'])('%s lets its user choose how much of a record the model reads', (operation) => {
		const panel = panelOf(tool, { resource: 'extraction', operation });
		expect(panel.choices.Output).toEqual(['Raw', 'Selected Fields', 'Simplified']);
		expect(panel.names).not.toContain('Simplify');
		const selected = { resource: 'extraction', operation, simplify: 'selected' };
		expect(panelOf(tool, selected).names).toContain('Fields');
	});

	it('Extract Documents offers nothing that needs another output or a file', () => {
		const { choices, options } = panelOf(tool, EXTRACT);
		expect(choices.Output).toEqual(['Documents', 'Invoices with Lines', 'Rows', 'Summary']);
		expect(choices['Unsupported Files']).toEqual(['Fail', 'Skip']);
		expect(choices['If the Service Is Unsure']).toEqual(['Let the Service Decide', 'Accept Recommendations']);
		expect(options).not.toContain('Keep Source File');
		expect(options).toContain('Task Name');
	});

	it.each(OF_TOOLS)('%s shows no second output, no file and no page', (_, chosen) => {
		const panel = panelOf(tool, chosen);
		expect(panel.names).not.toEqual([]);
		const told = [panel.names, panel.options, Object.values(panel.choices)].flat(2);
		expect(
			told.filter((text) =>
				/Separate|Extra Output|Certain Fields|All Files|Group Files|Source File|\bForm\b|Prevent Duplicates|^Files?$/.test(
					text!,
				),
			),
		).toEqual([]);
	});

	it.each(OF_TOOLS)('%s lacks nothing but what its user has to fill in', (_, chosen) => {
		const parameters = valuesOf(tool, chosen);
		const issues = NodeHelpers.getNodeParametersIssues(
			tool.properties,
			{ ...NODE, parameters } as INode,
			tool,
		);
		const byHand = [
			'prompt',
			'links',
			'extractionId',
			'questionId',
			'selectionNumber',
			'text',
			'answersJson',
		];
		expect(Object.keys(issues?.parameters ?? {}).filter((name) => !byHand.includes(name))).toEqual([]);
	});

	it('Download Output gives URLs', () =>
		expect(panelOf(tool, { resource: 'extraction', operation: 'downloadOutput' })).toMatchObject({
			values: { downloadOutput: 'url' },
			choices: { Output: ['URL Only'] },
		}));

	it('it says nothing of pinning its output', () => {
		const conditionOf = (type: string) => {
			const parameters = { ...EXTRACT };
			const one: INode = { ...NODE, id: 'node', name: 'Node', type, position: [0, 0], parameters };
			const nodeTypes = new KnownNodeTypes({ [NODE_TYPE]: new DocumentDataExtraction() });
			const workflow = new Workflow({ nodes: [one], connections: {}, active: false, nodeTypes });
			const condition = node.hints?.[0]?.displayCondition ?? '';
			return workflow.expression.getSimpleParameterValue(
				workflow.getNode('Node')!,
				condition,
				'internal',
				{},
			);
		};
		expect(conditionOf(NODE_TYPE)).toBe(true);
		expect(conditionOf(`${NODE_TYPE}Tool`)).toBe(false);
	});
});

/** Without what it says of tools. */
const withoutTools = (described: Described): Described => {
	const { '@tool': _, ...hide } = described.displayOptions?.hide ?? {};
	return {
		...described,
		displayOptions: { ...described.displayOptions, hide },
		...(described.options && { options: described.options.map(withoutTools) }),
	};
};

describe('In a workflow', () => {
	const plain: Description = {
		...node,
		properties: node.properties
			.filter(({ displayOptions }) => !displayOptions?.show?.['@tool'])
			.map((property) => withoutTools(property as Described) as INodeProperties),
	};
	/** An operation as it is at first, and with each value of each list that its panel shows. */
	const settingsOf = (chosen: INodeParameters): INodeParameters[] => {
		const values = valuesOf(plain, chosen);
		const lists = plain.properties.filter(
			(list) => list.type === 'options' && !(list.name in chosen) && isShown(plain, values, list),
		);
		const others = lists.flatMap(({ name, options = [] }) =>
			options.map((option) => ({ ...chosen, [name]: (option as { value: string }).value })),
		);
		return [chosen, ...others];
	};

	it.each(EVERY)('%s shows and takes all that it would without tools', (_, chosen) => {
		for (const set of settingsOf(chosen))
			expect([set, panelOf(node, set)]).toEqual([set, panelOf(plain, set)]);
	});

	it('Extract Documents shows all of it', () => {
		const panel = panelOf(node, EXTRACT);
		expect(panel.names).toContain('Separate Rows That Need Review');
		expect(panel.options).toEqual(expect.arrayContaining(['Group Files', 'Prevent Duplicates By']));
		expect(panel.notices).toEqual([]);
		expect(panel.values).toMatchObject({ files: 'all' });
		expect(panel.choices['Input Files']).toEqual(['All Files', 'Files in Certain Fields', 'From Links']);
		expect(panel.choices.Output).toContain('Files');
		expect(panel.options).toContain('Keep Source File');
	});

	it('Download Output gives files', () =>
		expect(panelOf(node, { resource: 'extraction', operation: 'downloadOutput' })).toMatchObject({
			values: { downloadOutput: 'file' },
			choices: { Output: ['File', 'URL Only'] },
		}));
});
