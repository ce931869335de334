import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { PROPERTIES } from '../../../nodes/DocumentDataExtraction/resources';

const shows = ({ displayOptions }: INodeProperties, resource: unknown, operation: unknown): boolean => {
	const { resource: resources, operation: operations } = displayOptions?.show ?? {};
	return Boolean(resources?.includes(resource as string) && operations?.includes(operation as string));
};

const added = (value: unknown): string[] =>
	typeof value === 'object' && value !== null ? Object.keys(value) : [];

/**
 * The parameters, if the operation has all of them. n8n ignores a parameter that a node does not have, and so would a test that names one
 * by an old name: it would try something else than it says.
 */
export function onlyKnown<P extends INodeParameters>(parameters: P): P {
	const { resource, operation } = parameters;
	const properties = PROPERTIES.filter((property) => shows(property, resource, operation));
	const names = new Set(['resource', 'operation', ...properties.map(({ name }) => name)]);
	const options = properties
		.filter(({ name }) => name === 'options' || name === 'filters')
		.flatMap((collection) => collection.options ?? [])
		.map(({ name }) => name);
	const unknown = [
		...Object.keys(parameters).filter((name) => !names.has(name)),
		...[...added(parameters.options), ...added(parameters.filters)].filter((name) => !options.includes(name)),
	];
	if (unknown.length > 0) throw new Error(`${String(operation)} has no ${unknown.join(', ')}`);
	return parameters;
}
