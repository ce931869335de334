import type { IBinaryKeyData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { ResultRow } from '../../../api/schemas/extractions';
import type { Account } from '../../../extraction/account/Account';
import type { Hint } from '../../../extraction/account/hints';
import { reviewsWithoutRowItems } from '../../../extraction/ledger/toReview';
import type { ColumnNames } from '../../../extraction/rows/ColumnNames';
import { contentsByFile, type ContentsByFile } from '../../../extraction/shapes/documents';
import { rowPages, type RowsPage } from '../../../extraction/rows/pages';
import type { RowItem } from '../../../extraction/shapes/rowItems';
import { shapedRows } from '../../../extraction/shapes/shapes';
import { SOURCE_COLUMN } from '../../../extraction/rows/SourceIndex';
import type { Extracted } from '../../../extraction/run/batch';
import type { InputFile, SessionFile } from '../../../files/input/InputFile';
import { keepsFilesInJson } from '../../../shared/n8nFeatures';
import type { ItemsByOutput, OperationRun } from '../../operation';
import type { Output } from './parameters';

/** What is made of an extraction. Summary and Documents are made from it once all extractions have ended. */
export interface Shaped {
	/** Items that are made already. */
	outputs?: Partial<ItemsByOutput>;
	binary?: INodeExecutionData['binary'];
	/** For Documents. */
	documents?: ContentsByFile;
	/** Notes on how rows became invoices. */
	hints?: Hint[];
}

/** A completed extraction. */
export interface Completed extends OperationRun {
	extracted: Extracted;
	account: Account<SessionFile>;
	choice: Output;
	names: ColumnNames;
}

/** Makes the output of an extraction. @throws ServiceError when its rows or files cannot be had */
export type Shape = (of: Completed) => Promise<Shaped>;

export const pagesOf = ({ api, extracted, account }: Completed): AsyncGenerator<RowsPage> =>
	rowPages(api, extracted.status.extraction_id, { account });

/**
 * The item with the documents that it came from, if they are known. Each is in the field that it came in; a further one in the same field
 * gets a number. It is n8n's reference to the file, so no byte is copied. A link may have given no file.
 */
export function withSourceFiles(item: INodeExecutionData, files: Iterable<InputFile>): INodeExecutionData {
	const binary: IBinaryKeyData = {};
	for (const { fieldName, data } of files) {
		if (!data) continue;
		let free = fieldName;
		for (let number = 2; free in binary; number++) free = `${fieldName}_${number}`;
		binary[free] = data;
	}
	return Object.keys(binary).length > 0 ? { ...item, binary } : item;
}

/**
 * An item for a page, with its documents, where n8n keeps files by reference: a person compares both, and a reference is a few bytes. In a
 * workflow that keeps files in `json`, it would be another column.
 */
export const withReferences = (
	context: IExecuteFunctions,
	item: INodeExecutionData,
	files: Iterable<InputFile>,
): INodeExecutionData =>
	keepsFilesInJson(context)
		? item
		: withSourceFiles(
				item,
				[...files].filter(({ data }) => data?.id),
			);

/** The documents that an item came from: those of an invoice's lines, or that of a row. */
function sourcesOf({ account, choice, names }: Completed, { json }: RowItem): Set<SessionFile> {
	const isOfLines = choice.kind === 'invoices' && Array.isArray(json.lines);
	const rows = isOfLines ? (json.lines as ResultRow[]) : [json];
	const source = names.of(SOURCE_COLUMN);
	return new Set(rows.flatMap((row) => account.sources.originOf(row[source]) ?? []));
}

/** One item for each row or invoice. What needs review in no row goes to the second output, or else into a note on the node. */
export const rowsOf: Shape = async (of) => {
	const { account, choice, names } = of;
	const { separateReview, keepSourceFile } = choice;
	const how = { ...choice, isOfInvoices: choice.kind === 'invoices', names };
	const { main, review, hints } = await shapedRows(pagesOf(of), account, how);
	if (separateReview)
		for (const item of reviewsWithoutRowItems(account.withoutRow(), account.sources, names))
			review.push(item);
	const toItem = (row: RowItem): INodeExecutionData => {
		const item = row as INodeExecutionData;
		return keepSourceFile ? withSourceFiles(item, sourcesOf(of, row)) : item;
	};
	const toReview = (row: RowItem): INodeExecutionData =>
		keepSourceFile ? toItem(row) : withReferences(of.context, row as INodeExecutionData, sourcesOf(of, row));
	return {
		outputs: { main: main.map(toItem), review: review.map(toReview) },
		hints,
	};
};

/** Makes no items: `render` puts all documents in one order, also those that were not extracted. */
export const documentsOf: Shape = async (of) => ({
	documents: await contentsByFile(pagesOf(of), of.account, of.names),
});
