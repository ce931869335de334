import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { Scope } from '../../../api/extractions';
import type { UploadedFile } from '../../../extraction/ledger/UploadedFiles';
import type { InvoiceChoice } from '../../../extraction/rows/invoices/InvoiceChoice';
import { choiceProblems } from '../../../parameters/choices';
import { isTool } from '../../../parameters/execution';
import { extractionOfItemLocator, readExtractionId } from '../../../parameters/ids/extraction';
import { readScope, scopeOption } from '../../../parameters/filters';
import { checkInvoiceChoice, invoiceProperties } from '../../../parameters/invoices';
import { readNumber } from '../../../parameters/numbers';
import { optionOf, optionsProperty, readOptions } from '../../../parameters/options';
import {
	readLimit,
	readSeparateReview,
	returnAllProperties,
	separateReviewProperty,
	USUAL_LIMIT,
} from '../../../parameters/outputShape';
import { readUploadedFiles, uploadedFilesOption } from '../../../parameters/files/uploadedFiles';
import { throwIfAny, valueOf } from '../../../shared/problems';

const offsetOption: INodeProperties = {
	displayName: 'Skip First Rows',
	name: 'offset',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 0,
	description: 'How many rows, or invoices with lines, to skip',
};

const rowsOutputProperty: INodeProperties = {
	displayName: 'Output',
	name: 'rowsOutput',
	type: 'options',
	options: [
		{
			name: 'Invoices with Lines',
			value: 'invoices',
			description: 'One item per invoice, with its rows as lines, ready for a bill in an ERP',
		},
		{
			name: 'Rows Only',
			value: 'rows',
			description: 'One item per row with only its columns, ready for a sheet or a database',
		},
		{
			name: 'Rows with Review Information',
			value: 'rowsWithReview',
			description:
				'Rows that need review also get review_message (the reason) and review_fields (its columns)',
		},
	],
	default: 'rows',
	description: 'What each item contains',
};

export const getRowsProperties: INodeProperties[] = [
	extractionOfItemLocator,
	...returnAllProperties,
	rowsOutputProperty,
	...invoiceProperties({ show: { [rowsOutputProperty.name]: ['invoices'] } }),
	separateReviewProperty,
	optionsProperty(offsetOption, scopeOption, uploadedFilesOption),
];

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
	const extractionId = readExtractionId(context, itemIndex);
	const given = ({ name, default: otherwise }: INodeProperties): unknown =>
		context.getNodeParameter(name, itemIndex, otherwise);
	const options = readOptions(context, itemIndex);
	const output = given(rowsOutputProperty);
	throwIfAny(choiceProblems(rowsOutputProperty, output));
	const separateReview = readSeparateReview(context);
	return {
		extractionId,
		offset: readNumber(optionOf(options, offsetOption), { parameter: offsetOption.displayName, min: 0 }),
		limit: readLimit(context, itemIndex),
		mostLines: isTool(context) ? USUAL_LIMIT : undefined,
		scope: readScope(options),
		separateReview,
		withReview: separateReview || output === 'rowsWithReview',
		invoices: output === 'invoices' ? valueOf(checkInvoiceChoice(given)) : undefined,
		uploaded: readUploadedFiles(options, itemIndex),
	};
}
