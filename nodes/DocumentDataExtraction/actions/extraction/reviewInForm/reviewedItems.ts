import type { IDataObject, IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import type { ResultRow } from '../../../api/schemas/extractions';
import type { DecidedRow } from '../../../extraction/review/validate';
import { ColumnNames, columnsOf, type NameStyle } from '../../../extraction/rows/ColumnNames';
import type { Concerns } from '../../../extraction/rows/review';
import { pairingOf, SOURCE_COLUMN, type Pairing } from '../../../extraction/rows/SourceIndex';
import type { Documents } from './documents';

/** Finds the items of the input that a row is linked to, by the row's Source File. */
type LinkRow = (source: unknown) => Pairing;

/** A finished review. */
export interface ReviewedRows {
	/** By their 1-based number. */
	rows: ReadonlyMap<number, ResultRow>;
	/** Those that needed review. */
	concerns: ReadonlyMap<number, Concerns>;
	/** One for each of them. */
	decided: ReadonlyMap<number, DecidedRow>;
}

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

const RESULT_KEYS = ['reviewed', 'review_decision', 'review_message', 'corrected_fields'];

/** Makes the items of a review, in the order of the rows. Each has the decision about its row, or says that none was needed. */
export function* reviewedItems(
	{ rows, concerns, decided }: ReviewedRows,
	linkRow: LinkRow,
	style: NameStyle,
): Generator<INodeExecutionData> {
	const names = new ColumnNames(style).reserve(RESULT_KEYS).learn(columnsOf([...rows.values()]));
	for (const [number, row] of rows) {
		const about = decided.get(number);
		yield {
			// A review adds the same to every row, so that all rows fit into one table.
			json: {
				...names.row(about?.row ?? row),
				reviewed: about !== undefined,
				review_decision: about?.decision ?? 'not_needed',
				/** Why the row was to be reviewed. */
				review_message: concerns.get(number)?.messages.join('; ') ?? '',
				corrected_fields: names.all(about?.correctedFields ?? []),
			} as IDataObject,
			pairedItem: linkRow(row[SOURCE_COLUMN]),
		};
	}
}
