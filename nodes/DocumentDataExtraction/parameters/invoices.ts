import type { INodeProperties } from 'n8n-workflow';
import { GROUP_BY, HEADER_COLUMNS, type InvoiceChoice } from '../extraction/rows/invoices/InvoiceChoice';
import { splitList } from '../shared/text';
import { invalid, problemsOf, valid, type Checked } from '../shared/problems';

const groupByProperty: INodeProperties = {
	displayName: GROUP_BY,
	name: 'groupBy',
	type: 'string',
	default: '',
	placeholder: 'e.g. Source File, Invoice Number',
	description:
		'Columns that identify an invoice, separated by commas. If empty: the document and, if there is one, the invoice number.',
};

const headerColumnsProperty: INodeProperties = {
	displayName: HEADER_COLUMNS,
	name: 'headerColumns',
	type: 'string',
	default: '',
	placeholder: 'e.g. Supplier, Invoice Date, Total Amount',
	description:
		'Columns of the invoice itself, separated by commas. If empty: all columns with one value in all rows of each invoice. The lines then keep all columns.',
};

/** The parameters that say how rows become invoices, and when they show. */
export const invoiceProperties = (displayOptions: INodeProperties['displayOptions']): INodeProperties[] =>
	[groupByProperty, headerColumnsProperty].map((property) => ({ ...property, displayOptions }));

const isText = (value: unknown): value is string => typeof value === 'string';

/** Names of columns, as a text with commas, or as the list that an expression gives. */
function checkNames(given: unknown, parameter: string): Checked<string[]> {
	if (given === undefined || given === null) return valid([]);
	if (isText(given)) return valid(splitList(given));
	if (Array.isArray(given) && given.every(isText))
		return valid(given.map((name) => name.trim()).filter((name) => name !== ''));
	const shown = (JSON.stringify(given) ?? String(given)).slice(0, 100);
	return invalid({ parameter, text: `${shown} is not a list of columns. Separate the names with commas` });
}

/** How the user wants rows to become invoices. @param valueOf gives the value of a parameter */
export function checkInvoiceChoice(valueOf: (property: INodeProperties) => unknown): Checked<InvoiceChoice> {
	const groupBy = checkNames(valueOf(groupByProperty), GROUP_BY);
	const headerColumns = checkNames(valueOf(headerColumnsProperty), HEADER_COLUMNS);
	if (!groupBy.ok || !headerColumns.ok) return invalid(...[groupBy, headerColumns].flatMap(problemsOf));
	return valid({ groupBy: groupBy.value, headerColumns: headerColumns.value });
}
