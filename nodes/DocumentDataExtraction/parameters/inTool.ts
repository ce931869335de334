import type { INodeProperties } from 'n8n-workflow';
import type { Param } from './param';

/** Hides a parameter, or one of its choices, where the node is the tool of an AI agent. */
export const notInTool = <T extends object>(
	shown: T & Pick<INodeProperties, 'displayOptions'>,
): T & Pick<INodeProperties, 'displayOptions'> => ({
	...shown,
	displayOptions: { ...shown.displayOptions, hide: { ...shown.displayOptions?.hide, '@tool': [true] } },
});

/** Shows a parameter only where the node is the tool of an AI agent. */
export const onlyInTool = (shown: INodeProperties): INodeProperties => ({
	...shown,
	displayOptions: { ...shown.displayOptions, show: { ...shown.displayOptions?.show, '@tool': [true] } },
});

/** A list to choose from, of which a tool has but one choice. */
export const oneChoiceInTool = <T extends string>({ property, ...how }: Param<T>, value: T): Param<T> => ({
	...how,
	property: notInTool(property),
	inTool: onlyInTool({
		...property,
		options: property.options?.filter((option) => 'value' in option && option.value === value),
		default: value,
	}),
});
