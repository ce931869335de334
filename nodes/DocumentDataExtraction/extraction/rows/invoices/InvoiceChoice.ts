import { LOCAL_CODES, ServiceError } from '../../../api/errors/ServiceError';
import { checked, describeProblem, type Checked, type Problem } from '../../../shared/problems';
import { SOURCE_COLUMN } from '../SourceIndex';
import { findColumns, invoiceNumberColumn, type FoundColumns } from './columns';

export const GROUP_BY = 'Group By';
export const HEADER_COLUMNS = 'Header Columns';

/** How the user wants rows to become invoices: names of columns. An empty list leaves it to the rows. */
export interface InvoiceChoice {
	/** What tells the invoices apart. */
	groupBy: string[];
	/** What belongs to an invoice and not to its lines. */
	headerColumns: string[];
}

/** The columns of an extraction that do it. No Group By says that each row is an invoice. */
export interface InvoiceColumns extends InvoiceChoice {
	/** Whether nothing but the document tells the invoices apart, without the user having said so. */
	onlyByDocument: boolean;
}

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

const missingIn = (parameter: string, { missing }: FoundColumns, columns: readonly string[]): Problem[] =>
	missing.length === 0
		? []
		: [{ parameter, text: `There is no column ${quoted(missing)}. The columns are ${quoted(columns)}` }];

function columnsFound(columns: readonly string[]): string[] {
	const number = invoiceNumberColumn(columns);
	return [columns.includes(SOURCE_COLUMN) ? SOURCE_COLUMN : undefined, number].filter(
		(column) => column !== undefined,
	);
}

/** Finds the columns that the user named among those that there are. */
export function checkInvoiceColumns(
	choice: InvoiceChoice,
	columns: readonly string[],
): Checked<InvoiceColumns> {
	const groupBy = findColumns(choice.groupBy, columns);
	const header = findColumns(choice.headerColumns, columns);
	const problems = [...missingIn(GROUP_BY, groupBy, columns), ...missingIn(HEADER_COLUMNS, header, columns)];
	const byDefault = choice.groupBy.length === 0;
	const found = byDefault ? columnsFound(columns) : groupBy.columns;
	const onlyByDocument = byDefault && found.length === 1 && found[0] === SOURCE_COLUMN;
	return checked({ groupBy: found, headerColumns: header.columns, onlyByDocument }, problems);
}

/** The error for rows that do not have the columns to become invoices. They are paid for, and can be read again at no cost. */
const cannotBecomeInvoices = (problems: Problem[]): ServiceError =>
	new ServiceError({
		code: LOCAL_CODES.columnUnknown,
		message: problems.map((problem) => describeProblem(problem)).join('; '),
		retryable: false,
	});

/**
 * The columns that make invoices of the rows of an extraction.
 *
 * @param columns those of the rows
 * @param structure the effective structure of the extraction
 * @throws ServiceError if the columns do not exist, or none tells the invoices apart
 */
export function columnsFor(
	choice: InvoiceChoice,
	columns: readonly string[],
	structure: unknown,
): InvoiceColumns {
	const found = checkInvoiceColumns(choice, columns);
	if (!found.ok) throw cannotBecomeInvoices(found.problems);
	const { value } = found;
	// With this structure a row is an invoice ("POST /extractions", `output_structure`), so two of them are never one.
	if (choice.groupBy.length === 0 && structure === 'per_invoice')
		return { ...value, groupBy: [], onlyByDocument: false };
	if (value.groupBy.length > 0) return value;
	const text = `Name the columns that tell the invoices apart: there is neither ${SOURCE_COLUMN} nor a column for the invoice number. The columns are ${quoted(columns)}`;
	throw cannotBecomeInvoices([{ parameter: GROUP_BY, text }]);
}
