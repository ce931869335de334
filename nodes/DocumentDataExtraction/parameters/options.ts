import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

/** The collection of an operation's options. */
export const optionsProperty = (...options: INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options,
});

/** The value of an option: what the user set it to, or its default. */
export const optionOf = (given: IDataObject, { name, default: otherwise }: INodeProperties): unknown =>
	given[name] ?? otherwise;

/** The options that the user added. */
export const readOptions = (context: IExecuteFunctions, itemIndex: number): IDataObject =>
	context.getNodeParameter('options', itemIndex, {});
