import type { INode, INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import type { NodeTypeInfo } from './client';

const versionsOf = ({ version }: NodeTypeInfo): number[] => [version as number | number[]].flat();

/**
 * What a host does not know of a node of a workflow: its type, its version, a parameter, an option, a choice. A parameter counts as
 * known wherever the description has one of its name, whatever else it depends on.
 */
export function unknownIn(node: INode, types: NodeTypeInfo[]): string[] {
	const candidates = types.filter(({ name }) => name === node.type);
	if (candidates.length === 0) return [`${node.name}: type ${node.type}`];
	const type = candidates.find((each) => versionsOf(each).includes(node.typeVersion));
	if (!type) return [`${node.name}: version ${node.typeVersion} of ${node.type}`];
	return unknownValues(node.parameters, type.properties).map((path) => `${node.name}: ${path}`);
}

function unknownValues(values: object, properties: INodeProperties[]): string[] {
	return Object.entries(values).flatMap(([name, value]) => {
		const named = properties.filter((property) => property.name === name);
		if (named.length === 0) return [name];
		const findings = named.map((property) => unknownValue(value, property).map((path) => `${name}.${path}`));
		return findings.find((found) => found.length === 0) ?? findings[0]!;
	});
}

function unknownValue(value: unknown, property: INodeProperties): string[] {
	const { type, typeOptions, options = [] } = property;
	if (typeof value === 'string' && value.startsWith('=')) return [];
	if (type === 'options' || type === 'multiOptions') {
		if (typeOptions?.loadOptionsMethod || typeOptions?.loadOptions) return [];
		const choices = (options as INodePropertyOptions[]).map((option) => option.value);
		return [value]
			.flat()
			.filter((one) => !choices.includes(one as string))
			.map(String);
	}
	if (value === null || typeof value !== 'object') return [];
	if (type === 'collection') return unknownValues(value, options as INodeProperties[]);
	if (type !== 'fixedCollection') return [];
	return Object.entries(value).flatMap(([name, group]) => {
		const known = (options as INodePropertyCollection[]).find((option) => option.name === name);
		if (!known) return [name];
		return [group].flat().flatMap((one) => unknownValues(one as object, known.values));
	});
}
