import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { pairingOf } from '../../../extraction/rows/SourceIndex';
import type { Pairing } from '../../../extraction/rows/SourceIndex';
import type { Documents } from './documents';

/** Finds the items of the input that a row is linked to, by the row's Source File. */
type LinkRow = (source: unknown) => Pairing;

/** Links a row to the item that has its document, or to all items of the extraction if none has it. @param named their indexes */
export function linksToItems(documents: Documents, named: number[]): LinkRow {
	const ofAll = pairingOf(named);
	return (source) => {
		const file = documents.fileOf(source);
		return file ? { item: file.itemIndex } : ofAll;
	};
}

/**
 * Lets the items that come out of a wait keep where their link leads. n8n numbers them anew when it goes on: the first is then linked to
 * the first item of the input, and so on, whatever the node says. The node a link leads to is all that can be kept.
 */
export const keepLinks = (context: IExecuteFunctions): void =>
	context.setMetadata({ preserveSourceOverwrite: true });

/** An output that the node does not have. */
const NOWHERE = 99;

/**
 * Links no row to an item. An expression that asks for one gets an error instead of the wrong item. Needs `keepLinks` before the wait.
 */
export function linksToNothing(context: IWebhookFunctions): LinkRow {
	const sourceOverwrite = { previousNode: context.getNode().name, previousNodeOutput: NOWHERE };
	const nothing = { item: 0, sourceOverwrite };
	return () => nothing;
}
