import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { PROPERTIES } from '../../../nodes/DocumentDataExtraction/resources';

const shows = ({ displayOptions }: INodeProperties, resource: unknown, operation: unknown): boolean => {
	const { resource: resources, operation: operations } = displayOptions?.show ?? {};
	return Boolean(resources?.includes(resource as string) && operations?.includes(operation as string));
};

const added = (value: unknown): INodeParameters =>
	typeof value === 'object' && value !== null ? (value as INodeParameters) : {};

/**
 * The parameters as the operation has them: an option that a test names among them goes into its collection. n8n ignores a parameter that a
 * node does not have, and so would a test that names one by an old name: it would try something else than it says.
 */
export function onlyKnown(parameters: INodeParameters): INodeParameters {
	const { resource, operation } = parameters;
	const properties = PROPERTIES.filter((property) => shows(property, resource, operation));
	const names = new Set(['resource', 'operation', ...properties.map(({ name }) => name)]);
	const inCollections = properties
		.filter(({ name }) => name === 'options' || name === 'filters')
		.flatMap((collection) => collection.options ?? [])
		.map(({ name }) => name);
	const [direct, others] = [true, false].map((isDirect) =>
		Object.fromEntries(Object.entries(parameters).filter(([name]) => names.has(name) === isDirect)),
	) as [INodeParameters, INodeParameters];
	const options = { ...others, ...added(parameters.options) };
	const unknown = [...Object.keys(options), ...Object.keys(added(parameters.filters))].filter(
		(name) => !inCollections.includes(name),
	);
	if (unknown.length > 0) throw new Error(`${String(operation)} has no ${unknown.join(', ')}`);
	return names.has('options') ? { ...direct, options } : direct;
}
