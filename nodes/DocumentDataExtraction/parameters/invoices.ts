import type { INodeProperties } from 'n8n-workflow';
import { GROUP_BY, HEADER_COLUMNS } from '../extraction/shapes/InvoiceChoice';
import { shown, splitList } from '../shared/text';
import { invalid, valid, type Checked } from '../shared/problems';
import { param, type Param } from './param';

/** Names of columns, as a text with commas, or as the list that an expression gives. */
const columns = (look: Omit<INodeProperties, 'type' | 'default'>): Param<string[]> =>
	param({ ...look, type: 'string', default: '' }, (given): Checked<string[]> => {
		const list: unknown = typeof given === 'string' ? splitList(given) : (given ?? []);
		if (Array.isArray(list) && list.every((name): name is string => typeof name === 'string'))
			return valid(list.map((name) => name.trim()).filter((name) => name !== ''));
		return invalid({ text: `${shown(given)} is not a list of columns. Separate the names with commas` });
	});

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
