import type { IBinaryKeyData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Account } from '../../../extraction/account/Account';
import type { Hint } from '../../../extraction/account/hints';
import { reviewsWithoutRowItems } from '../../../extraction/ledger/toReview';
import type { ColumnNames } from '../../../extraction/rows/ColumnNames';
import { contentsByFile, type ContentsByFile } from '../../../extraction/shapes/documents';
import { rowPages, type RowsPage } from '../../../extraction/rows/pages';
import type { RowItem } from '../../../extraction/shapes/rowItems';
import { shapedRows } from '../../../extraction/shapes/shapes';
import { SOURCE_COLUMN } from '../../../extraction/rows/SourceIndex';
import { byPlace } from '../../../extraction/request/sessionFiles';
import type { Extracted } from '../../../extraction/run/batch';
import type { InputFile, SessionFile } from '../../../files/input/InputFile';
import { keepsFilesInJson } from '../../../shared/n8nFeatures';
import type { ItemsByOutput, OperationRun } from '../../operation';
import type { Output } from './parameters';

/** Items of the outputs that are made already. */
export interface MadeItems extends Partial<ItemsByOutput> {
	/** The file that they come from; absent if they are of the whole extraction, or of nobody knows which file. */
	file?: InputFile;
}

/** What is made of an extraction. Summary and Documents are made from it once all extractions have ended. */
export interface Shaped {
	outputs?: MadeItems[];
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

export const rowsPages = ({ api, extracted, account }: Completed): AsyncGenerator<RowsPage> =>
	rowPages(api, extracted.status.extraction_id, { account, names: extracted.names });

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
export function withReferences(
	context: IExecuteFunctions,
	item: INodeExecutionData,
	files: Iterable<InputFile>,
): INodeExecutionData {
	if (keepsFilesInJson(context)) return item;
	const references = [...files].filter(({ data }) => data?.id);
	return withSourceFiles(item, references);
}

/** The documents that an item came from: those of an invoice's lines, or that of a row. */
function sourcesOf({ account, choice, names }: Completed, { json }: RowItem): Set<SessionFile> {
	const isOfLines = choice.kind === 'invoices' && Array.isArray(json.lines);
	const rows = isOfLines ? (json.lines as Array<RowItem['json']>) : [json];
	const source = names.of(SOURCE_COLUMN);
	return new Set(rows.flatMap((row) => account.sources.originOf(row[source]) ?? []));
}

/**
 * One item for each row or invoice, file by file: the service has the files in another order than the input. What needs review in no row
 * goes to the second output, or else into a note on the node.
 */
export const rowsOf: Shape = async (of) => {
	const { account, choice, extracted, names } = of;
	const { separateReview, keepSourceFile } = choice;
	const how = { ...choice, isOfInvoices: choice.kind === 'invoices', names };
	const { main, review, hints } = await shapedRows(rowsPages(of), account, how);
	const toItem = (output: 'main' | 'review', row: RowItem, sources: Iterable<InputFile>) => {
		const item = row as INodeExecutionData;
		if (keepSourceFile) return withSourceFiles(item, sources);
		return output === 'review' ? withReferences(of.context, item, sources) : item;
	};
	const byFile = new Map<
		InputFile | undefined,
		{ main: INodeExecutionData[]; review: INodeExecutionData[] }
	>();
	for (const [output, rows] of Object.entries({ main, review }) as Array<['main' | 'review', RowItem[]]>)
		for (const row of rows) {
			const sources = sourcesOf(of, row);
			const [file] = sources;
			const made = byFile.get(file) ?? { main: [], review: [] };
			byFile.set(file, made);
			made[output].push(toItem(output, row, sources));
		}
	const made: MadeItems[] = [...byFile].map(([file, items]) => ({ file, ...items }));
	if (separateReview) {
		// After all rows: a table takes its columns from the first item.
		const file = [...extracted.files].sort(byPlace).at(-1);
		const items = reviewsWithoutRowItems(account.withoutRow(), account.sources, names);
		made.push({ file, review: items.map((row) => toItem('review', row, sourcesOf(of, row))) });
	}
	return { outputs: made, hints };
};

/** Makes no items: `render` puts all documents in one order, also those that were not extracted. */
export const documentsOf: Shape = async (of) => ({
	documents: await contentsByFile(rowsPages(of), of.account, of.names),
});
