import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { OutputFormat } from '../api/endpoints/extractions';
import type { NameStyle } from '../extraction/rows/ColumnNames';
import { invalid, valid, type Checked } from '../shared/problems';
import type { Detail } from '../extraction/status/statusJson';
import {
	choice,
	notInTool,
	number,
	onlyInTool,
	selection,
	text,
	toggle,
	type Values,
	param,
	type Param,
} from './param';
import { isTool } from '../shared/n8nFeatures';
import { GROUP_BY, HEADER_COLUMNS } from '../extraction/shapes/InvoiceChoice';
import { shown, splitList } from '../shared/text';

const simplifyLook = {
	displayName: 'Simplify',
	name: 'simplify',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** In a workflow, a switch is enough. */
export const simplify = toggle(simplifyLook);

/** Adds the second output of the node. All operations that output rows have it. */
export const separateReview = toggle(
	notInTool({
		displayName: 'Separate Rows That Need Review',
		name: 'separateReview',
		default: false,
		description: 'Whether to send rows that need review to a second output, with the reason',
	}),
);

/**
 * Whether rows that need review are kept apart. All items share the answer, because outputs belong to the node. For an agent these rows
 * are always kept apart, so that they can be marked: it sees no notes.
 */
export const readSeparateReview = (context: IExecuteFunctions): boolean =>
	isTool(context) || context.getNodeParameter(separateReview.property.name, 0, false) === true;

/** For all that outputs rows. Parameters that name columns still take the names as written. */
export const columnNames = choice<NameStyle>({
	displayName: 'Column Names',
	name: 'columnNames',
	of: {
		asWritten: ['As Written', 'As the prompt or the service writes them, such as Invoice Number'],
		forDatabases: [
			'For Databases',
			'Such as invoice_number, so that a Data Table or Postgres can map the columns automatically',
		],
	},
	default: 'asWritten',
	description: 'How the columns are called in the output. Other parameters still take the names as written.',
});

/** For all that outputs rows. */
export const addRowId = toggle({
	displayName: 'Add Row ID',
	name: 'addRowId',
	default: false,
	description:
		'Whether to add the column Row ID. The same row has the same ID in every run and operation, so that a table can take each row once.',
});

const returnAll = toggle(
	notInTool({
		displayName: 'Return All',
		name: 'returnAll',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	}),
);

/** The usual number of results, and the most that a tool gives: its model pays for each character that it reads. */
export const USUAL_LIMIT = 50;

const limit = number({
	displayName: 'Limit',
	name: 'limit',
	min: 1,
	// A tool has no Return All.
	displayOptions: { hide: { returnAll: [true] } },
	default: USUAL_LIMIT,
	description: 'Max number of results to return',
});

export const AT_MOST_IN_TOOL = `A tool gives at most ${USUAL_LIMIT} at once.`;

/** All results, or up to a limit. */
export const howMany = { returnAll, limit };

/** The most results to return. */
export function mostOf(context: IExecuteFunctions, { returnAll, limit }: Values<typeof howMany>): number {
	const most = returnAll ? Infinity : limit;
	return isTool(context) ? Math.min(most, USUAL_LIMIT) : most;
}

/** The files of an extraction to output. */
export const formats = selection<OutputFormat>({
	displayName: 'File Formats',
	name: 'formats',
	of: { csv: ['CSV'], json: ['JSON'], xlsx: ['XLSX'] },
	ifNone: 'No file format is selected. Select at least one',
	required: true,
	default: ['xlsx'],
	description: 'Which file formats to output',
});

/** The name of the binary field for the output files. */
export const outputField = text(
	{
		displayName: 'Put Output File in Field',
		name: 'outputFieldName',
		required: true,
		default: 'data',
		hint: 'The name of the output field to put the file in. If there are several, the format is added, such as data_xlsx.',
	},
	(name) => (name === '' ? invalid({ text: 'The name of the field is empty' }) : valid(name)),
);

/** Names of columns, as a text with commas, or as the list that an expression gives. */
const columns = (look: Omit<INodeProperties, 'type' | 'default'>): Param<string[]> =>
	param({ ...look, type: 'string', default: '' }, (given): Checked<string[]> => {
		const list: unknown = typeof given === 'string' ? splitList(given) : (given ?? []);
		if (Array.isArray(list) && list.every((name): name is string => typeof name === 'string'))
			return valid(list.map((name) => name.trim()).filter((name) => name !== ''));
		return invalid({ text: `${shown(given)} is not a list of columns. Separate the names with commas` });
	});

const outputOfTool = choice<Detail>({
	displayName: 'Output',
	name: simplifyLook.name,
	of: {
		raw: ['Raw', 'All fields of the response'],
		selected: ['Selected Fields', 'Only the fields that you list'],
		simplified: ['Simplified', 'The fields that are needed most'],
	},
	default: 'simplified',
	description: 'How much of the response to return',
});

/** How much of a response to return. A tool can also select fields, because its model pays for each character that it reads. */
export const howDetailed = {
	detail: {
		property: notInTool(simplify.property),
		inTool: onlyInTool(outputOfTool.property),
		whenAbsent: true,
		check: (given: unknown): Checked<Detail> =>
			typeof given === 'boolean' ? valid(given ? 'simplified' : 'raw') : outputOfTool.check(given),
	},
	fields: columns(
		onlyInTool({
			displayName: 'Fields',
			name: 'outputFields',
			type: 'string',
			default: '',
			displayOptions: { show: { simplify: ['selected'] } },
			placeholder: 'e.g. extraction_id, status, task_name',
			description: 'The fields to return, separated by commas',
		}),
	),
};

/** How the user wants rows to become invoices (`InvoiceChoice`). @param displayOptions where the parameters show */
export const invoiceChoice = (displayOptions: INodeProperties['displayOptions']) => ({
	groupBy: columns({
		displayName: GROUP_BY,
		name: 'groupBy',
		displayOptions,
		placeholder: 'e.g. Source File, Invoice Number',
		description:
			'Columns that identify an invoice, separated by commas. If empty: the document and, if there is one, the invoice number.',
	}),
	headerColumns: columns({
		displayName: HEADER_COLUMNS,
		name: 'headerColumns',
		displayOptions,
		placeholder: 'e.g. Supplier, Invoice Date, Total Amount',
		description:
			'Columns of the invoice itself, separated by commas. If empty: all columns with one value in all rows of each invoice. The lines then keep all columns.',
	}),
});
