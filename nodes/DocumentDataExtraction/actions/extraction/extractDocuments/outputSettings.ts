import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { OutputFormat } from '../../../api/extractions';
import type { InvoiceChoice } from '../../../extraction/rows/invoices/InvoiceChoice';
import { checked, invalid, problemsOf, valid, type Checked } from '../../../shared/problems';
import { choiceProblems } from '../../../parameters/choices';
import { checkInvoiceChoice, invoiceProperties } from '../../../parameters/invoices';
import { optionOf, readOptions } from '../../../parameters/options';
import {
	checkFormats,
	checkOutputField,
	formatsProperty,
	outputFieldProperty,
	readSeparateReview,
	separateReviewProperty,
} from '../../../parameters/outputShape';

const outputProperty: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [
		{
			name: 'Documents',
			value: 'documents',
			description: 'One item for each input file, with its state, its rows and the file itself',
		},
		{ name: 'Files', value: 'files', description: 'The XLSX, CSV or JSON file of each extraction' },
		{
			name: 'Invoices with Lines',
			value: 'invoices',
			description: 'One item for each invoice, with its rows as lines, as an ERP takes a bill',
		},
		{ name: 'Rows', value: 'rows', description: 'One item for each row, ready for a sheet or a database' },
		{
			name: 'Summary',
			value: 'summary',
			description: 'One item for each extraction, with its pages, notes, review and credits',
		},
	],
	default: 'rows',
	description: 'What to hand to the next node',
};

/** What to hand to the next node. */
export const outputProperties: INodeProperties[] = [
	outputProperty,
	...invoiceProperties({ show: { output: ['invoices'] } }),
	{ ...separateReviewProperty, displayOptions: { show: { output: ['invoices', 'rows'] } } },
	{ ...formatsProperty, displayOptions: { show: { output: ['files'] } } },
	{ ...outputFieldProperty, displayOptions: { show: { output: ['files'] } } },
];

/** For the collection "Options". */
export const keepSourceFileOption: INodeProperties = {
	displayName: 'Keep Source File',
	name: 'keepSourceFile',
	type: 'boolean',
	default: false,
	displayOptions: { show: { '/output': ['invoices', 'rows'] } },
	description:
		'Whether the item of a row or an invoice also carries the file that it came from, in the field that the file came in',
};

/** What to output; the same for all items. */
export interface OutputSettings {
	kind: 'documents' | 'files' | 'invoices' | 'rows' | 'summary';
	/** How rows become invoices. */
	invoices: InvoiceChoice;
	separateReview: boolean;
	/** Whether the items of rows and invoices, also of those to review, carry the document that they came from. */
	keepSourceFile: boolean;
	formats: OutputFormat[];
	fieldName: string;
}

/** Stands in for settings that cannot be read. Nothing is sent then, so there is no output to shape. */
export const NO_SETTINGS: OutputSettings = {
	kind: 'summary',
	invoices: { groupBy: [], headerColumns: [] },
	separateReview: false,
	keepSourceFile: false,
	formats: [],
	fieldName: '',
};

/** Whether what comes out is made of the rows alone. */
export const givesRows = ({ kind }: Pick<OutputSettings, 'kind'>): boolean =>
	kind === 'rows' || kind === 'invoices';

export function checkOutputSettings(context: IExecuteFunctions): Checked<OutputSettings> {
	const kind = context.getNodeParameter(outputProperty.name, 0) as OutputSettings['kind'];
	const separateReview = givesRows({ kind }) && readSeparateReview(context);
	const keepSourceFile = optionOf(readOptions(context, 0), keepSourceFileOption) === true;
	const settings: OutputSettings = { ...NO_SETTINGS, kind, separateReview, keepSourceFile };
	if (kind === 'invoices') {
		const invoices = checkInvoiceChoice(({ name }) => context.getNodeParameter(name, 0, ''));
		return invoices.ok ? valid({ ...settings, invoices: invoices.value }) : invoices;
	}
	if (kind !== 'files') return checked(settings, choiceProblems(outputProperty, kind));
	const formats = checkFormats(context.getNodeParameter(formatsProperty.name, 0));
	const fieldName = checkOutputField(context.getNodeParameter(outputFieldProperty.name, 0, ''));
	if (!formats.ok || !fieldName.ok) return invalid(...[formats, fieldName].flatMap(problemsOf));
	return valid({ ...settings, formats: formats.value, fieldName: fieldName.value });
}
