import { type DateDoubt, type DateOrder } from './dateOrder';
import type { FieldKey } from './fields';
import type { Column, OutputStructure } from './prompt';
import type { InvoiceRows } from './rows';
import type { PromptNote, ReviewItem } from './types';

interface Context {
	columns: Column[];
	structure: OutputStructure;
	doubts: DateDoubt[];
	order: DateOrder;
}

const EXPECTED: FieldKey[] = ['invoice_number', 'invoice_date', 'supplier', 'total_amount'];
/** Rounding of each line may move the sum by a cent or two. */
const TOLERANCE = 0.02;

const inWords = ({ reading }: DateOrder): string => (reading === 'dayFirst' ? 'day first' : 'month first');

/** What a person should look at, invoice by invoice. */
export function reviewItems(invoices: InvoiceRows[], context: Context): ReviewItem[] {
	return invoices.flatMap(({ invoice, rows, rowNumbers }) => {
		const references = rows.map(({ fileName, page }) => `${fileName} (Page ${page})`);
		const named = (keys: FieldKey[]) =>
			context.columns.filter(({ key }) => key && keys.includes(key)).map(({ name }) => name);
		const item = (message: string, affected_fields: string[]): ReviewItem => ({
			message,
			affected_fields,
			output_row_numbers: rowNumbers,
			source_references: [...new Set(references)],
		});
		const missing = named(EXPECTED).filter((name) => rows.every(({ values }) => values[name] === null));
		const lacksLines = context.structure === 'per_line_item' && invoice.lineItems.length === 0;
		const doubts = context.doubts.filter((doubt) => doubt.invoice === invoice && context.order.isAssumed);
		const sumFields = named(['net_amount', 'tax_amount', 'total_amount']);
		const sum = sumFields.length > 0 ? wrongSum(invoice.fields) : undefined;
		return [
			...missing.map((name) => item(`No value was found for "${name}".`, [name])),
			...(lacksLines ? [item('No line items were found in this document.', [])] : []),
			...doubts.map(({ key, date: { text, dayFirst, monthFirst } }) =>
				item(
					`The date ${text} can be read as ${dayFirst} or ${monthFirst}; it was read with the ${inWords(context.order)}.`,
					named([key]),
				),
			),
			...(sum ? [item(sum, sumFields)] : []),
		];
	});
}

function wrongSum({
	net_amount: net,
	tax_amount: tax,
	total_amount: total,
}: InvoiceRows['invoice']['fields']) {
	if (typeof net !== 'number' || typeof tax !== 'number' || typeof total !== 'number') return undefined;
	if (Math.abs(net + tax - total) <= TOLERANCE) return undefined;
	const [netText, taxText, sum, totalText] = [net, tax, net + tax, total].map((value) => value.toFixed(2));
	return `Net ${netText} and tax ${taxText} make ${sum}, but the total says ${totalText}.`;
}

/** What was assumed for the whole extraction, and how the next prompt could settle it. */
export function promptNotes({ doubts: [first], order }: Context): PromptNote[] {
	if (!first || !order.isAssumed) return [];
	const note = {
		topic: 'Date order',
		description: `Dates such as ${first.date.text} were read with the ${inWords(order)}.`,
		suggested_prompt_additions: [
			{
				purpose: 'Settle the order of day and month',
				instructions: [`Read dates with the ${inWords(order)}.`],
			},
		],
	};
	return [note];
}
