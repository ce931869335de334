import type { SeedExtraction } from '../../../dev/sandbox/control/seeding';

/** What the service says of rows that it is unsure of. */
export const concern = (message: string, affected_fields: string[], ...output_row_numbers: number[]) => ({
	message,
	affected_fields,
	output_row_numbers,
	source_references: ['invoice.pdf (Page 1)'],
});

/** Three rows with every type of value; the service is unsure of the second and the third. */
const INVOICES = [
	{ 'Invoice Number': 'A-1', Total: 100.5, Paid: true },
	{ 'Invoice Number': 'A-2', Total: 200, Paid: null },
	{ 'Invoice Number': 'A-3', Total: null, Paid: false },
];

const TO_REVIEW = [
	concern('The total is hard to read', ['Total', 'Paid'], 2),
	concern('There is no total', ['Total'], 3),
];

/** A completed extraction with these invoices. */
export const reviewable = (settings: Partial<SeedExtraction> = {}): SeedExtraction => ({
	status: 'completed',
	values: INVOICES,
	review_items: TO_REVIEW,
	options: { json_typed_values: true, exclude_columns: ['review_needed'] },
	...settings,
});
