import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

type Described = INodeProperties | INodePropertyOptions | INodePropertyCollection;

/** A parameter, an entry of a collection or an option, with its path on the screen. */
export interface Placed {
	path: string;
	described: Described;
}

const nameOf = (described: Described): string =>
	'displayName' in described ? described.displayName : described.name;

const within = (described: Described): Described[] => [
	...(('options' in described ? described.options : undefined) ?? []),
	...('values' in described ? described.values : []),
	...((('modes' in described ? described.modes : undefined) ?? []) as INodeProperties[]),
];

/** All that a list of parameters shows: parameters, the entries of their collections, options and modes. */
export const everythingShown = (shown: Described[], above = ''): Placed[] =>
	shown.flatMap((described) => {
		const path = above + nameOf(described);
		return [{ path, described }, ...everythingShown(within(described), `${path} > `)];
	});
