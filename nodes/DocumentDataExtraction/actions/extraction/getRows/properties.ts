import type { IExecuteFunctions } from 'n8n-workflow';
import type { Scope } from '../../../api/extractions';
import type { UploadedFile } from '../../../extraction/ledger/UploadedFiles';
import type { InvoiceChoice } from '../../../extraction/rows/invoices/InvoiceChoice';
import { isTool } from '../../../parameters/execution';
import { uploadedFiles } from '../../../parameters/files/uploadedFiles';
import { scope } from '../../../parameters/filters';
import { extractionIdOfItem } from '../../../parameters/ids/extraction';
import { invoiceChoice } from '../../../parameters/invoices';
import {
	howMany,
	mostOf,
	readSeparateReview,
	separateReview,
	USUAL_LIMIT,
} from '../../../parameters/outputShape';
import { choice, number, propertiesOf, readItem } from '../../../parameters/param';

const parameters = {
	extractionId: extractionIdOfItem,
	...howMany,
	output: choice({
		displayName: 'Output',
		name: 'rowsOutput',
		of: {
			invoices: [
				'Invoices with Lines',
				'One item per invoice, with its rows as lines, ready for a bill in an ERP',
			],
			rows: ['Rows Only', 'One item per row with only its columns, ready for a sheet or a database'],
			rowsWithReview: [
				'Rows with Review Information',
				'Rows that need review also get review_message (the reason) and review_fields (its columns)',
			],
		},
		default: 'rows',
		description: 'What each item contains',
	}),
	...invoiceChoice({ show: { rowsOutput: ['invoices'] } }),
	separateReview,
};

const options = {
	offset: number({
		displayName: 'Skip First Rows',
		name: 'offset',
		min: 0,
		default: 0,
		description: 'How many rows, or invoices with lines, to skip',
	}),
	scope,
	uploadedFiles,
};

export const getRowsProperties = propertiesOf(parameters, options);

/** Which rows to get for an item, and in which shape. */
export interface RowsSettings {
	extractionId: string;
	/** How many rows, or invoices, to skip. */
	offset: number;
	/** The most rows, or invoices. If it is not set, all of them. */
	limit: number | undefined;
	/** The most lines of all invoices. */
	mostLines: number | undefined;
	scope: Scope | undefined;
	separateReview: boolean;
	withReview: boolean;
	/** How rows become invoices; undefined if they stay rows. */
	invoices: InvoiceChoice | undefined;
	uploaded: UploadedFile[] | undefined;
}

/** @throws InputProblems */
export function readRowsSettings(context: IExecuteFunctions, itemIndex: number): RowsSettings {
	const given = readItem(context, itemIndex, parameters, options);
	const separate = readSeparateReview(context);
	return {
		extractionId: given.extractionId,
		offset: given.offset,
		limit: mostOf(context, given),
		mostLines: isTool(context) ? USUAL_LIMIT : undefined,
		scope: given.scope,
		separateReview: separate,
		withReview: separate || given.output === 'rowsWithReview',
		invoices: given.output === 'invoices' ? given : undefined,
		uploaded: given.uploadedFiles,
	};
}
