import { findColumns } from '../../../extraction/rows/invoices/columns';
import {
	checkInvoiceColumns,
	GROUP_BY,
	HEADER_COLUMNS,
	namesOnlyNumber,
	type InvoiceChoice,
} from '../../../extraction/rows/invoices/InvoiceChoice';
import { REVIEW_COLUMN, SOURCE_COLUMN } from '../../../extraction/rows/SourceIndex';
import { SUBMISSION_OPTIONS } from '../../../parameters/submissionOptions';
import { ofItem, problemsOf, type Problem } from '../../../shared/problems';
import type { ItemGroup } from '../../itemGroups';
import type { Asked } from './parameters';

const EXCLUDE = SUBMISSION_OPTIONS.excludeColumns.property.displayName;

/** The columns of the service that are left out. */
function excludedColumns({ excludeColumns }: Asked): string[] {
	const excluded = new Set(excludeColumns);
	return [
		...(excluded.has('source_file') ? [SOURCE_COLUMN] : []),
		...(excluded.has('review_needed') ? [REVIEW_COLUMN] : []),
	];
}

/** With a prompt of text, the service names the columns. Those that it leaves out are known all the same. */
const namedButExcluded = (asked: Asked, { groupBy, headerColumns }: InvoiceChoice): Problem[] =>
	[
		{ parameter: GROUP_BY, names: groupBy },
		{ parameter: HEADER_COLUMNS, names: headerColumns },
	].flatMap(({ parameter, names }) =>
		findColumns(names, excludedColumns(asked)).columns.map((column) => ({
			parameter,
			text: `The column ${column} is excluded by ${EXCLUDE}. Remove it there or here`,
		})),
	);

/** The columns that become invoices have to be among those that are asked for. */
function unknownColumns(asked: Asked, choice: InvoiceChoice): Problem[] {
	const { prompt, outputStructure } = asked;
	if (typeof prompt === 'string') return namedButExcluded(asked, choice);
	const excluded = new Set(excludedColumns(asked));
	const columns = [
		...prompt.fields.map(({ name }) => name),
		...[SOURCE_COLUMN, REVIEW_COLUMN].filter((column) => !excluded.has(column)),
	];
	return problemsOf(checkInvoiceColumns(choice, columns, outputStructure !== 'per_line_item'));
}

/** Without Source File, invoices of several files can be mixed up. That is fine if each row is an invoice, or Group By has more than the number. */
function untoldFiles(asked: Asked, choice: InvoiceChoice): Problem[] {
	const isRowAnInvoice = choice.groupBy.length === 0 && asked.outputStructure === 'per_invoice';
	if (isRowAnInvoice || !namesOnlyNumber(choice) || !excludedColumns(asked).includes(SOURCE_COLUMN))
		return [];
	return [
		{
			parameter: EXCLUDE,
			text: `The output Invoices with Lines needs the column Source File. Without it, invoices with the same number from several files become one. Remove it from ${EXCLUDE}, or add a column to ${GROUP_BY} that identifies them, such as the supplier`,
		},
	];
}

/** What keeps the rows of a request from becoming invoices, as far as it is known before anything is sent. */
export function invoiceProblems(
	asked: Asked,
	{ files, itemIndexes }: ItemGroup,
	choice: InvoiceChoice,
): Problem[] {
	const unknown = unknownColumns(asked, choice);
	const found = unknown.length === 0 && files.length > 1 ? untoldFiles(asked, choice) : unknown;
	return itemIndexes.length === 1 ? ofItem(itemIndexes[0] ?? 0, found) : found;
}
