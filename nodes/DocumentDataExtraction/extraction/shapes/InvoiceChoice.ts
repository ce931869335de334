import { LOCAL_CODES, serviceError } from '../../api/errors/ServiceError';
import { describeProblem, invalid, valid, type Checked, type Problem } from '../../shared/problems';
import { SOURCE_COLUMN } from '../rows/SourceIndex';
import {
	findColumns,
	invoiceNumberColumn,
	isInvoiceNumberName,
	isSupplierColumn,
	type FoundColumns,
} from './columns';

export const GROUP_BY = 'Group By';
export const HEADER_COLUMNS = 'Header Columns';

/** How the user wants rows to become invoices: names of columns. An empty list leaves it to the rows. */
export interface InvoiceChoice {
	/** What tells the invoices apart. */
	groupBy: string[];
	/** What belongs to an invoice and not to its lines. */
	headerColumns: string[];
}

/** The columns of one extraction that make invoices of its rows. With an empty `groupBy`, each row is an invoice. */
export interface InvoiceColumns extends InvoiceChoice {
	/** Whether only the document tells the invoices apart, although the user did not ask for that. */
	onlyByDocument: boolean;
	/** Whether invoices of two files may be taken for one, because only their number tells them apart, and perhaps the supplier. */
	onlyByNumber: boolean;
}

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

const missingIn = (parameter: string, { missing }: FoundColumns, columns: readonly string[]): Problem[] =>
	missing.length === 0
		? []
		: [{ parameter, text: `There is no column ${quoted(missing)}. The columns are ${quoted(columns)}` }];

function columnsFound(columns: readonly string[]): string[] {
	const number = invoiceNumberColumn(columns);
	const ofNumber = number === undefined ? [] : [number];
	if (columns.includes(SOURCE_COLUMN)) return [SOURCE_COLUMN, ...ofNumber];
	// Two suppliers may use the same number. Without the document, they tell the two apart.
	return number === undefined ? [] : [...columns.filter(isSupplierColumn), number];
}

/**
 * Finds the columns that make invoices of the rows of an extraction, or says why there are none.
 *
 * @param columns the columns of the rows
 * @param isRowAnInvoice whether the service was asked for that. Two rows are then never one invoice, unless the user says so
 */
export function checkInvoiceColumns(
	choice: InvoiceChoice,
	columns: readonly string[],
	isRowAnInvoice: boolean,
): Checked<InvoiceColumns> {
	const given = findColumns(choice.groupBy, columns);
	const header = findColumns(choice.headerColumns, columns);
	const problems = [...missingIn(GROUP_BY, given, columns), ...missingIn(HEADER_COLUMNS, header, columns)];
	if (problems.length > 0) return invalid(...problems);
	const { columns: headerColumns } = header;
	const isNamed = choice.groupBy.length > 0;
	const groupBy = isNamed ? given.columns : isRowAnInvoice ? [] : columnsFound(columns);
	if (isNamed || isRowAnInvoice || groupBy.length > 0)
		return valid({
			groupBy,
			headerColumns,
			onlyByDocument: !isNamed && groupBy.join() === SOURCE_COLUMN,
			onlyByNumber:
				groupBy.length > 0 && !columns.includes(SOURCE_COLUMN) && choice.groupBy.every(isInvoiceNumberName),
		});
	return invalid({
		parameter: GROUP_BY,
		text: `Enter the columns that tell the invoices apart. There is no column ${SOURCE_COLUMN} and no column for the invoice number. The columns are ${quoted(columns)}`,
	});
}

/**
 * The columns that make invoices of the rows of an extraction.
 *
 * @param structure the effective structure ("POST /extractions", `output_structure`)
 * @throws ServiceError if there are none. The rows are paid for, and can be read again at no cost
 */
export function invoiceColumns(
	choice: InvoiceChoice,
	columns: readonly string[],
	structure: unknown,
): InvoiceColumns {
	const found = checkInvoiceColumns(choice, columns, structure === 'per_invoice');
	if (found.ok) return found.value;
	throw serviceError(
		LOCAL_CODES.columnUnknown,
		found.problems.map((problem) => describeProblem(problem)).join('; '),
	);
}
