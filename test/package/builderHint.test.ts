import { NodeHelpers, type INode, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import {
	BUILDER_EXAMPLES,
	BUILDER_HINT,
	PROPERTY_HINTS,
} from '../../nodes/DocumentDataExtraction/actions/builderHint';
import { DocumentDataExtraction } from '../../nodes/DocumentDataExtraction/DocumentDataExtraction.node';
import { NODE_TYPE } from '../support/names';

const { description } = new DocumentDataExtraction();
const { properties } = description;

/** The node as it is with these parameters. */
const nodeWith = (parameters: INodeParameters): INode => ({
	id: '1',
	name: 'Step',
	type: NODE_TYPE,
	typeVersion: 1,
	position: [0, 0],
	parameters,
});

describe('what an assistant reads besides the description', () => {
	it.each(BUILDER_EXAMPLES.map((example) => [example.title, example] as const))(
		'%s: sets parameters that show, to values that they take',
		(_, { resource, operation, parameters }) => {
			const set = { resource, operation, ...parameters } as INodeParameters;
			const node = nodeWith(set);
			const all = NodeHelpers.getNodeParameters(properties, set, true, false, node, description);
			expect(all).toMatchObject(set);
			expect(
				NodeHelpers.getNodeParametersIssues(properties, { ...node, parameters: all! }, description),
			).toBe(null);
		},
	);

	it('explains parameters that there are', () => {
		const all = [...properties, ...properties.flatMap(({ options = [] }) => options as INodeProperties[])];
		const names = all.map(({ name }) => name);
		expect(Object.keys(PROPERTY_HINTS).filter((name) => !names.includes(name))).toEqual([]);
		for (const hinted of ['links', 'unsupportedFiles'])
			expect(all.find(({ name, builderHint }) => name === hinted && builderHint)).toBeDefined();
	});

	it('names what each recipe has: a queue, an error path with its next step, the Row ID', () => {
		const { searchHint } = BUILDER_HINT.builderHint;
		for (const part of ['queue', 'continueErrorOutput', 'error.next_step', 'Row ID'])
			expect(searchHint).toContain(part);
	});
});
