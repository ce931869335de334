import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

/** The collection of an operation's options, in alphabetical order. */
export const optionsProperty = (...options: INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: options.sort((a, b) => a.displayName.localeCompare(b.displayName)),
});

/** The value of an option: what the user set it to, or its default. */
export const optionOf = (given: IDataObject, { name, default: otherwise }: INodeProperties): unknown =>
	given[name] ?? otherwise;

/** The options that the user added. */
export const readOptions = (context: IExecuteFunctions, itemIndex: number): IDataObject =>
	context.getNodeParameter('options', itemIndex, {});
