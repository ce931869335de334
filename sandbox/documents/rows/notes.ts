import type { DateOrderMatter } from '../matters/dateOrder';
import type { SupplierMatter } from '../matters/supplierName';
import type { Column } from '../prompt/columns';
import type { PromptNote } from '../types';

/** What was assumed for the whole extraction, and how the next prompt could settle it. */
export function promptNotes(
	columns: Column[],
	dates: DateOrderMatter,
	supplier: SupplierMatter,
): PromptNote[] {
	return [...unmatchedNote(columns), ...dateNote(dates), ...supplierNote(supplier)];
}

function unmatchedNote(columns: Column[]): PromptNote[] {
	const unmatched = columns
		.filter((column) => column.key === null && !column.printedLabel)
		.map(({ name }) => name);
	if (unmatched.length === 0) return [];
	return [
		{
			topic: 'Fields not found',
			description: `The documents show nothing that answers to ${unmatched.map((name) => `"${name}"`).join(', ')}; the cells were left empty.`,
			suggested_prompt_additions: [
				{
					purpose: 'Say where the value stands',
					instructions: unmatched.map(
						(name) => `${name}: name the label that stands beside this value in the documents.`,
					),
				},
			],
		},
	];
}

function dateNote({ settled, doubts }: DateOrderMatter): PromptNote[] {
	if (settled.state !== 'assumed') return [];
	const order = settled.choice === 'day_first' ? 'day' : 'month';
	return [
		{
			topic: 'Date order',
			description: `Dates such as ${doubts[0]?.date.text} were read with the ${order} first.`,
			suggested_prompt_additions: [
				{
					purpose: 'Settle the order of day and month',
					instructions: [`Read dates with the ${order} first.`],
				},
			],
		},
	];
}

function supplierNote({ settled }: SupplierMatter): PromptNote[] {
	if (settled.state !== 'assumed') return [];
	return [
		{
			topic: 'Supplier name',
			description:
				'Where the letterhead and the payee differ, the name in the letterhead was used as the supplier.',
			suggested_prompt_additions: [
				{
					purpose: 'Settle which name is the supplier',
					instructions: ['Use the name in the letterhead as the supplier.'],
				},
			],
		},
	];
}
