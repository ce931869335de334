import {
	NodeHelpers,
	Workflow,
	type INode,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';
import { KnownNodeTypes } from '../../dev/engine/nodeTypes/KnownNodeTypes';
import { RESOURCES } from '../../nodes/DocumentDataExtraction/resources';
import { DocumentDataExtraction } from '../../nodes/DocumentDataExtraction/DocumentDataExtraction.node';
import { readReadmeTable } from '../support/documentation/page';
import { NODE_TYPE } from '../support/names';

const nodeTypes = new KnownNodeTypes({ [NODE_TYPE]: new DocumentDataExtraction() });

const nodeOf = (type: string, parameters: INode['parameters']): INode => ({
	id: 'node',
	name: 'Node',
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters,
});

/** The names of a list's entries, as the editor shows them in a node of a type. */
function shownIn(type: string, property: INodeProperties): string[] {
	const { description } = nodeTypes.getByNameAndVersion(type);
	const node = nodeOf(type, {});
	return (property.options as INodePropertyOptions[])
		.filter((option) => NodeHelpers.displayParameter({}, option, node, description))
		.map(({ name }) => name);
}

const listsOf = (type: string, name: string): string[][] =>
	nodeTypes
		.getByNameAndVersion(type)
		.description.properties.filter((property) => property.name === name)
		.map((property) => shownIn(type, property));

describe('The lists of the action node', () => {
	it('begin with what most people need: Extraction, and Extract Documents in it', () => {
		expect(listsOf(NODE_TYPE, 'resource')[0]?.[0]).toBe('Extraction');
		expect(listsOf(NODE_TYPE, 'operation')[0]?.slice(0, 2)).toEqual(['Extract Documents', 'Submit']);
	});

	it('have the order of the table in the README, which nobody makes from them', () => {
		const inOrder = new Map<string, string[]>();
		for (const [cell] of readReadmeTable('Operations')) {
			const [, resource, operation] = /^\[(.+?): (.+?)\]/.exec(cell!)!;
			inOrder.set(resource!, [...(inOrder.get(resource!) ?? []), operation!]);
		}
		expect([...inOrder.keys()]).toEqual(['Extraction', 'Answer', 'Upload Session', 'File Part', 'Credit']);
		expect(listsOf(NODE_TYPE, 'resource')).toEqual([[...inOrder.keys()]]);
		expect(listsOf(NODE_TYPE, 'operation')).toEqual([...inOrder.values()]);
	});

	it('begin with what is chosen at first', () => {
		const lists = new DocumentDataExtraction().description.properties.filter(({ name }) =>
			['resource', 'operation'].includes(name),
		);
		for (const { options, default: chosen } of lists)
			expect((options as INodePropertyOptions[])[0]?.value).toBe(chosen);
	});

	it('offer an AI agent no operation that cannot work as its tool', () => {
		const offered = listsOf(`${NODE_TYPE}Tool`, 'operation').flat();
		const all = listsOf(NODE_TYPE, 'operation').flat();
		expect(all.filter((name) => !offered.includes(name))).toEqual([
			'Review in a Form',
			'Ask in a Form',
			'Upload',
		]);
		expect(offered).toContain('Extract Documents');
	});
});

describe('The subtitle on the canvas', () => {
	const { subtitle = '' } = new DocumentDataExtraction().description;

	const subtitleOf = (parameters: INode['parameters']): unknown => {
		const node = nodeOf(NODE_TYPE, parameters);
		const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
		return workflow.expression.getSimpleParameterValue(workflow.getNode('Node')!, subtitle, 'internal', {});
	};

	it('is short enough to send with the node', () => expect(subtitle.length).toBeLessThan(1500));

	it.each(
		RESOURCES.flatMap(({ name: resourceName, value: resource, operations }) =>
			operations.map(({ name, value }) => [
				resource === 'extraction' ? name : `${resourceName}: ${name}`,
				{ resource, operation: value },
			]),
		),
	)('says "%s" for this operation', (text, parameters) =>
		expect(subtitleOf(parameters as INode['parameters'])).toBe(text),
	);

	it('says "Extract Documents" before anything is chosen', () =>
		expect(subtitleOf({})).toBe('Extract Documents'));
});
