import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodeTypeDescription,
} from 'n8n-workflow';
import type { Editor } from './editor';

/** What the editor shows in a frame of its own. */
const FRAMED = ['collection', 'fixedCollection', 'notice', 'hidden'];

/** The names of the fields that a parameter frames. */
const innerNames = ({ options = [] }: INodeProperties): string[] =>
	options.flatMap((option) =>
		'values' in option ? option.values.map(({ name }) => name) : 'type' in option ? [option.name] : [],
	);

const sorted = (names: string[]): string[] => [...new Set(names)].sort();

/** The fields that a description shows for a node as it is set, and what the editor shows when that node is open; without those in a frame. */
export async function fieldsOf(
	editor: Editor,
	node: INode,
	type: INodeTypeDescription,
): Promise<{ described: string[]; shown: string[] }> {
	const { properties } = type;
	const values = NodeHelpers.getNodeParameters(properties, node.parameters, true, false, node, type);
	const displayed = properties.filter((property) =>
		NodeHelpers.displayParameter(values as INodeParameters, property, node, type),
	);
	const described = displayed.filter((property) => !FRAMED.includes(property.type)).map(({ name }) => name);
	// A field within a frame may have the name of a field of another operation.
	const framed = displayed.flatMap(innerNames);
	const inputs = editor.byId('node-parameters').locator('[data-test-id^="parameter-input-"]');
	const ids = await inputs.evaluateAll((each) => each.map((input) => input.getAttribute('data-test-id')!));
	const shown = ids
		.map((id) => id.replace('parameter-input-', ''))
		.filter((name) => properties.some((property) => property.name === name))
		.filter((name) => described.includes(name) || !framed.includes(name));
	return { described: sorted(described), shown: sorted(shown) };
}
