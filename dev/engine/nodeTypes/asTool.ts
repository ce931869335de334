import {
	deepCopy,
	NodeConnectionTypes,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

/**
 * The AI tool n8n makes of a node marked `usableAsTool`: same code, no inputs, one tool output, and the
 * fields by which a workflow's author describes the tool to the model.
 */
export function asTool(type: INodeType): INodeType {
	const { usableAsTool, ...rest } = type.description;
	if (!usableAsTool) throw new Error(`${rest.displayName} cannot be used as a tool`);

	const description: INodeTypeDescription = {
		...deepCopy(rest),
		...(typeof usableAsTool === 'object' ? usableAsTool.replacements : {}),
		name: `${rest.name}Tool`,
		displayName: `${rest.displayName} Tool`,
		inputs: [],
		outputs: [NodeConnectionTypes.AiTool],
	};
	description.properties = [...describingFields(description), ...description.properties];
	return Object.create(type, { description: { value: description } }) as INodeType;
}

function describingFields({ properties, description }: INodeTypeDescription): INodeProperties[] {
	if (properties.some(({ name }) => name === 'toolDescription')) return [];
	const text: INodeProperties = {
		displayName: 'Description',
		name: 'toolDescription',
		type: 'string',
		default: description,
		required: true,
	};
	const isDescribedByOperation = properties.some(({ name }) => name === 'resource' || name === 'operation');
	if (!isDescribedByOperation) return [text];
	const kind: INodeProperties = {
		displayName: 'Tool Description',
		name: 'descriptionType',
		type: 'options',
		options: [
			{ name: 'Set Automatically', value: 'auto' },
			{ name: 'Set Manually', value: 'manual' },
		],
		default: 'auto',
	};
	return [kind, { ...text, displayOptions: { show: { descriptionType: ['manual'] } } }];
}
