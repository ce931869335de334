import type {
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
	NodeParameterValueType,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { DocumentDataExtraction } from '../../../nodes/DocumentDataExtraction/DocumentDataExtraction.node';
import type { Setting } from './page';

const { description } = new DocumentDataExtraction();
const NODE = { typeVersion: 1 };

/** Gives the choices of a parameter that are loaded while editing. */
export type LoadChoices = (method: string, parameters: INodeParameters) => Promise<INodePropertyOptions[]>;

/** With the defaults of all that shows. */
const complete = (values: INodeParameters): INodeParameters =>
	NodeHelpers.getNodeParameters(description.properties, values, true, false, NODE, description) ?? {};

/** What a person sees by this name, of the parameters or within a collection. */
function visible(
	name: string,
	all: INodeProperties[],
	values: INodeParameters,
	root = values,
): INodeProperties {
	const found = all.filter(
		(property) =>
			property.displayName === name &&
			property.type !== 'notice' &&
			NodeHelpers.displayParameter(values, property, NODE, description, root),
	);
	if (found.length !== 1) throw new Error(`${found.length} parameters "${name}" show`);
	return found[0]!;
}

function choose(choices: INodePropertyOptions[], name: string): string {
	const choice = choices.find((option) => option.name === name);
	if (!choice) throw new Error(`"${name}" is not one of ${choices.map((option) => option.name).join(', ')}`);
	return String(choice.value);
}

/** What is typed stands in backticks, each line of it; it is an expression where it has braces. */
function typed(property: INodeProperties, text: string): NodeParameterValueType | undefined {
	const value = /^`(.+)`$/.exec(text)?.[1]?.replaceAll('`<br>`', '\n');
	if (value === undefined) return undefined;
	if (value.includes('{{')) return `=${value}`;
	return property.type === 'number' ? Number(value) : value;
}

async function valueOf(
	property: INodeProperties,
	text: string,
	loadChoices: () => Promise<INodePropertyOptions[]>,
): Promise<NodeParameterValueType> {
	if (property.type === 'resourceLocator') {
		const [, way, value] = /^(.+?): (`.+`)$/.exec(text) ?? [];
		const mode = property.modes?.find(({ displayName }) => displayName === way);
		if (!mode || !value) throw new Error(`"${text}" names no way to choose ${property.displayName}`);
		return { __rl: true, mode: mode.name, value: String(typed(property, value)) };
	}
	const value = typed(property, text);
	if (value !== undefined) return value;
	if (property.type === 'boolean' && (text === 'On' || text === 'Off')) return text === 'On';
	if (property.type === 'options') return choose(await loadChoices(), text);
	if (property.type === 'multiOptions') {
		const choices = await loadChoices();
		return text.split(', ').map((name) => choose(choices, name));
	}
	throw new Error(`${property.displayName} cannot be "${text}"`);
}

/**
 * The node's parameters that a person sets who follows the table.
 *
 * @throws Error where a parameter does not show, or has no such choice
 */
export async function parametersOf(
	place: { resource: string; operation: string },
	settings: Setting[],
	load: LoadChoices,
): Promise<INodeParameters> {
	const values: INodeParameters = { ...place };
	for (const { parameter, value: text } of settings) {
		const [name = '', inner] = parameter.split(' > ');
		const root = complete(values);
		const outer = visible(name, description.properties, root);
		const read = async (property: INodeProperties) =>
			await valueOf(property, text, async () => {
				const method = property.typeOptions?.loadOptionsMethod;
				return method ? await load(method, root) : (property.options as INodePropertyOptions[]);
			});
		if (inner === undefined) {
			values[outer.name] = await read(outer);
		} else {
			const given = (values[outer.name] ?? {}) as INodeParameters;
			const property = visible(inner, outer.options as INodeProperties[], given, root);
			values[outer.name] = { ...given, [property.name]: await read(property) };
		}
	}
	return values;
}
