import type { ResultRow } from '../../../api/schemas/extractions';
import { nameInSource } from '../../../files/input/fileNames';
import { SOURCE_COLUMN } from '../SourceIndex';
import { cellText } from './cellText';
import type { ExtractionRows } from './ExtractionRows';
import type { GroupedRows } from './groupRows';
import type { InvoiceColumns } from './InvoiceChoice';

/** How sure it is that the rows of an extraction are with the right invoice. */
export interface Grouping {
	/** Whether only the document tells the invoices apart, although the user did not ask for that. */
	onlyByDocument: boolean;
	/** Whether invoices of several files may be taken for one, because the rows do not name their file. */
	onlyByNumber: boolean;
	/** How many rows with an empty cell are on the invoice of others. */
	joined: number;
	/** How many rows with an empty cell are on an invoice of their own. */
	alone: number;
	/** The columns with the empty cells. */
	emptyColumns: string[];
	/** The files of these rows. */
	files: string[];
}

/** Of invoices of which nothing is in doubt. */
export const SURE: Grouping = {
	onlyByDocument: false,
	onlyByNumber: false,
	joined: 0,
	alone: 0,
	emptyColumns: [],
	files: [],
};

/** Collects the doubts about the grouping of the rows that are output. */
export function groupingOf(
	{ rows, isOfOneFile }: Pick<ExtractionRows, 'rows' | 'isOfOneFile'>,
	{ groupBy, onlyByDocument, onlyByNumber }: InvoiceColumns,
	{ joined, alone }: Omit<GroupedRows, 'groups'>,
	isLeftOut: (source: unknown) => boolean = () => false,
): Grouping {
	const rowAt = (index: number): ResultRow => rows[index] ?? {};
	const comesOut = (index: number): boolean => !isLeftOut(rowAt(index)[SOURCE_COLUMN]);
	const told = { joined: joined.filter(comesOut), alone: alone.filter(comesOut) };
	const incomplete = [...told.joined, ...told.alone].map(rowAt);
	const files = new Set(incomplete.map((row) => nameInSource(cellText(row[SOURCE_COLUMN]))));
	return {
		onlyByDocument,
		onlyByNumber: onlyByNumber && !isOfOneFile,
		joined: told.joined.length,
		alone: told.alone.length,
		emptyColumns: groupBy.filter((column) => incomplete.some((row) => cellText(row[column]) === '')),
		files: [...files].filter((name) => name !== ''),
	};
}
