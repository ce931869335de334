import type { INodeProperties } from 'n8n-workflow';
import { GROUP_BY, HEADER_COLUMNS } from '../extraction/rows/invoices/InvoiceChoice';
import { splitList } from '../shared/text';
import { invalid, valid, type Checked } from '../shared/problems';
import { param, shownAs, type Param } from './param';

const isText = (value: unknown): value is string => typeof value === 'string';

/** Names of columns, as a text with commas, or as the list that an expression gives. */
const columns = (
	look: Pick<INodeProperties, 'displayName' | 'name' | 'placeholder' | 'description'>,
): Param<string[]> =>
	param({ ...look, type: 'string', default: '' }, (given): Checked<string[]> => {
		if (given === undefined || given === null) return valid([]);
		if (isText(given)) return valid(splitList(given));
		if (Array.isArray(given) && given.every(isText))
			return valid(given.map((name) => name.trim()).filter((name) => name !== ''));
		const shown = (JSON.stringify(given) ?? String(given)).slice(0, 100);
		return invalid({ text: `${shown} is not a list of columns. Separate the names with commas` });
	});

const groupBy = columns({
	displayName: GROUP_BY,
	name: 'groupBy',
	placeholder: 'e.g. Source File, Invoice Number',
	description:
		'Columns that identify an invoice, separated by commas. If empty: the document and, if there is one, the invoice number.',
});

const headerColumns = columns({
	displayName: HEADER_COLUMNS,
	name: 'headerColumns',
	placeholder: 'e.g. Supplier, Invoice Date, Total Amount',
	description:
		'Columns of the invoice itself, separated by commas. If empty: all columns with one value in all rows of each invoice. The lines then keep all columns.',
});

/** How the user wants rows to become invoices (`InvoiceChoice`). @param displayOptions where the parameters show */
export const invoiceChoice = (displayOptions: INodeProperties['displayOptions']) => ({
	groupBy: shownAs(groupBy, { displayOptions }),
	headerColumns: shownAs(headerColumns, { displayOptions }),
});
