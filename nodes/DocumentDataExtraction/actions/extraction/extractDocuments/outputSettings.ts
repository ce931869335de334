import type { IExecuteFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { OutputFormat } from '../../../api/extractions';
import type { InvoiceChoice } from '../../../extraction/rows/invoices/InvoiceChoice';
import { checked, invalid, problemsOf, valid, type Checked } from '../../../shared/problems';
import { choiceProblems } from '../../../parameters/choices';
import { checkInvoiceChoice, invoiceProperties } from '../../../parameters/invoices';
import { unsupportedFilesProperty, type UnsupportedFiles } from '../../../parameters/files/unsupportedFiles';
import { notInTool } from '../../../parameters/inTool';
import { optionOf, readOptions } from '../../../parameters/options';
import {
	checkFormats,
	checkOutputField,
	formatsProperty,
	outputFieldProperty,
	readSeparateReview,
	separateReviewProperty,
} from '../../../parameters/outputShape';
import { questionsProperty } from './questions';

/** The most usual ones first. */
const OUTPUTS: INodePropertyOptions[] = [
	{ name: 'Rows', value: 'rows', description: 'One item per row, ready for a sheet or a database' },
	{
		name: 'Invoices with Lines',
		value: 'invoices',
		description: 'One item per invoice with its rows as lines, ready for an ERP',
	},
	{
		name: 'Documents',
		value: 'documents',
		description: 'One item per input file, with its state, its rows and the file itself',
	},
	{
		name: 'Summary',
		value: 'summary',
		description: 'One item per extraction, with its pages, notes, reviews and credits',
	},
	notInTool({ name: 'Files', value: 'files', description: 'The XLSX, CSV or JSON file of each extraction' }),
];

const outputProperty: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: OUTPUTS,
	default: 'rows',
	description: 'What to output',
};

const showFor = (property: INodeProperties, ...outputs: string[]): INodeProperties => ({
	...property,
	displayOptions: { ...property.displayOptions, show: { output: outputs } },
});

/** The parameters that say what to output. */
export const outputProperties: INodeProperties[] = [
	outputProperty,
	...invoiceProperties({ show: { output: ['invoices'] } }),
	showFor(separateReviewProperty, 'invoices', 'rows'),
	showFor(formatsProperty, 'files'),
	showFor(outputFieldProperty, 'files'),
];

/** For the collection "Options". */
export const keepSourceFileOption: INodeProperties = notInTool({
	displayName: 'Keep Source File',
	name: 'keepSourceFile',
	type: 'boolean',
	default: false,
	displayOptions: { show: { '/output': ['invoices', 'rows'] } },
	description:
		'Whether to add the source file to the item of each row or invoice, in the binary field that it came in',
});

/** What to output; the same for all items. */
export interface OutputSettings {
	kind: 'documents' | 'files' | 'invoices' | 'rows' | 'summary';
	/** How rows become invoices. */
	invoices: InvoiceChoice;
	separateReview: boolean;
	/** Whether the node has an output for questions. */
	separateQuestions: boolean;
	/** With `output`, the node has an output for them. */
	unsupportedFiles: UnsupportedFiles;
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
	separateQuestions: false,
	unsupportedFiles: 'fail',
	keepSourceFile: false,
	formats: [],
	fieldName: '',
};

/** Whether what comes out is made of the rows alone. */
export const givesRows = ({ kind }: Pick<OutputSettings, 'kind'>): boolean =>
	kind === 'rows' || kind === 'invoices';

/** What becomes of files that the service does not take; the same for all items. */
export const readUnsupportedFiles = (context: IExecuteFunctions): UnsupportedFiles =>
	context.getNodeParameter(
		unsupportedFilesProperty.name,
		0,
		unsupportedFilesProperty.default,
	) as UnsupportedFiles;

/** Reads and checks what the outputs are like. Outputs belong to the node, so the values of the first item count for all items. */
export function checkOutputSettings(context: IExecuteFunctions): Checked<OutputSettings> {
	const kind = context.getNodeParameter(outputProperty.name, 0) as OutputSettings['kind'];
	const separateReview = givesRows({ kind }) && readSeparateReview(context);
	const options = readOptions(context, 0);
	const settings: OutputSettings = {
		...NO_SETTINGS,
		kind,
		separateReview,
		separateQuestions: optionOf(options, questionsProperty) === 'ask',
		unsupportedFiles: readUnsupportedFiles(context),
		keepSourceFile: optionOf(options, keepSourceFileOption) === true,
	};
	const wrong = choiceProblems(unsupportedFilesProperty, settings.unsupportedFiles);
	if (wrong.length > 0) return invalid(...wrong);
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
