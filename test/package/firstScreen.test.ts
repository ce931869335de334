import { NodeHelpers, Workflow, type INode, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { KnownNodeTypes } from '../../dev/engine/nodeTypes/KnownNodeTypes';
import { DocumentDataExtraction } from '../../nodes/DocumentDataExtraction/DocumentDataExtraction.node';
import { DocumentDataExtractionTrigger } from '../../nodes/DocumentDataExtraction/DocumentDataExtractionTrigger.node';
import { NODE_TYPE } from '../support/names';

const { description } = new DocumentDataExtraction();
const NODE: Pick<INode, 'typeVersion'> = { typeVersion: 1 };

/** The parameters of Extract Documents as they are after a person has set some of them. */
const parametersWith = (set: INodeParameters = {}): INodeParameters =>
	NodeHelpers.getNodeParameters(
		description.properties,
		{ resource: 'extraction', operation: 'extractDocuments', ...set },
		true,
		false,
		NODE,
		description,
	) ?? {};

const shownIn = (all: INodeProperties[], values: INodeParameters, root = values): string[] =>
	all
		.filter((property) => NodeHelpers.displayParameter(values, property, NODE, description, root))
		.map(({ displayName }) => displayName);

const shown = (set?: INodeParameters): string[] =>
	shownIn(description.properties, parametersWith(set)).filter(
		(name) => name !== 'Resource' && name !== 'Operation',
	);

const OPTIONS = (description.properties.find(
	({ name, displayOptions }) =>
		name === 'options' && displayOptions?.show?.operation?.[0] === 'extractDocuments',
)?.options ?? []) as INodeProperties[];

const optionsShown = (set?: INodeParameters): string[] => {
	const all = parametersWith(set);
	return shownIn(OPTIONS, all.options as INodeParameters, all);
};

/** Every parameter, also those within collections. */
const everything = (properties: INodeProperties[]): INodeProperties[] =>
	properties.flatMap((property) => [
		property,
		...everything(
			(property.options ?? []).flatMap((option) => {
				if ('values' in option) return option.values;
				return 'type' in option ? [option as INodeProperties] : [];
			}),
		),
	]);

describe('Extract Documents, as a new user sees it,', () => {
	it('asks first what to extract, then from which files', () =>
		expect(shown()).toEqual([
			'Describe Data By',
			'Prompt',
			'One Row Per',
			'Output',
			'Separate Rows That Need Review',
			'Input Files',
			'Options',
		]));

	it('has fields filled in, so that a first run needs no typing', () => {
		const { fieldsToExtract } = parametersWith({ promptType: 'fields' });
		expect(fieldsToExtract).toBe('Invoice Number\nSupplier\nInvoice Date\nCurrency\nNet Amount\nVAT\nTotal');
	});

	it('prevents duplicates by the contents of the files unless the user chooses otherwise', () =>
		expect(OPTIONS.find(({ name }) => name === 'preventDuplicates')?.default).toBe('files'));

	it('offers an ID only if the user wants one', () => {
		expect(optionsShown()).not.toContain('Submission ID');
		expect(optionsShown({ options: { preventDuplicates: 'own' } })).toContain('Submission ID');
	});

	it('marks a list without a field before the run', () => {
		const fieldsToExtract = '';
		const issues = NodeHelpers.getNodeParametersIssues(
			description.properties,
			{ ...NODE, parameters: parametersWith({ promptType: 'fields', fieldsToExtract }) } as INode,
			description,
		);
		expect(JSON.stringify(issues)).toMatch(/Parameter \\"Fields to Extract\\" is required/);
	});

	it('offers options only where they have an effect, in the order of their names', () => {
		const colors = ['Affected Field Color (XLSX)', 'Review Needed Color (XLSX)'];
		expect(optionsShown({ output: 'files' })).toEqual(expect.arrayContaining(colors));
		for (const color of colors) expect(optionsShown({ output: 'rows' })).not.toContain(color);
		const offered = optionsShown({ output: 'files' });
		expect(offered).toEqual([...offered].sort((a, b) => a.localeCompare(b)));
	});

	it('says before a run what it costs, for this operation only', () => {
		const [hint, ...others] = description.hints ?? [];
		expect(others).toEqual([]);
		expect(hint).toMatchObject({ whenToDisplay: 'beforeExecution', location: 'outputPane' });
		const isShownFor = (operation: string): unknown => {
			const parameters = { resource: 'extraction', operation };
			const node: INode = {
				...NODE,
				id: 'node',
				name: 'Node',
				type: NODE_TYPE,
				position: [0, 0],
				parameters,
			};
			const nodeTypes = new KnownNodeTypes({ [NODE_TYPE]: new DocumentDataExtraction() });
			const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
			const condition = hint?.displayCondition ?? '';
			return workflow.expression.getSimpleParameterValue(node, condition, 'internal', {});
		};
		expect(isShownFor('extractDocuments')).toBe(true);
		expect(isShownFor('getRows')).toBe(false);
	});
});

describe('The numbers of both nodes', () => {
	const numbers = everything([
		...description.properties,
		...new DocumentDataExtractionTrigger().description.properties,
	]).filter(({ type }) => type === 'number');

	it('are shown without decimals, which half of Europe would take for thousands', () => {
		expect(numbers.length).toBeGreaterThan(5);
		for (const { displayName, typeOptions } of numbers)
			expect([displayName, typeOptions?.numberPrecision, typeof typeOptions?.minValue]).toEqual([
				displayName,
				0,
				'number',
			]);
	});
});
