import type { INodeParameters, INodeTypeDescription } from 'n8n-workflow';

export interface Operation extends INodeParameters {
	resource: string;
	operation: string;
}

/** Every operation that a description offers. */
export const operationsOf = (type: INodeTypeDescription): Operation[] =>
	type.properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [] }) => {
			const [resource] = displayOptions!.show!.resource as string[];
			return options.map((option) => ({
				resource: resource!,
				operation: String((option as { value: unknown }).value),
			}));
		});
