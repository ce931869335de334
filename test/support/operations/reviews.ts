import type { INodeParameters } from 'n8n-workflow';
import type { SeedExtraction } from '../../../dev/sandbox/control/seeding';
import type { ParkedExecution } from '../../../dev/engine';
import { byId } from '../fixtures/operationFixture';
import { Person, type PersonFixture, type SeenPage } from '../fixtures/personFixture';
import { jsonOf } from '../items';

/** What the service says of rows that it is unsure of. */
export const concern = (message: string, affected_fields: string[], ...output_row_numbers: number[]) => ({
	message,
	affected_fields,
	output_row_numbers,
	source_references: ['invoice.pdf (Page 1)'],
});

/** Three rows with every type of value; the service is unsure of the second and the third. */
export const INVOICES = [
	{ 'Invoice Number': 'A-1', Total: 100.5, Paid: true },
	{ 'Invoice Number': 'A-2', Total: 200, Paid: null },
	{ 'Invoice Number': 'A-3', Total: null, Paid: false },
];

export const TO_REVIEW = [
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

/** A person who reviews an extraction. */
export class Reviewer extends Person {
	constructor(
		parked: ParkedExecution,
		readonly extractionId: string,
	) {
		super(parked);
	}

	/** Accepts the rows of a page that nobody has decided about, and presses a button. Changed values stay what they are. */
	async accept(page: SeenPage, step = 'finish'): Promise<SeenPage> {
		const rows = Object.keys(page.fields).flatMap((name) => /^digest_(\d+)$/.exec(name)?.[1] ?? []);
		const accepted = Object.fromEntries(rows.map((row) => [`decision_${row}`, 'accept']));
		return await this.send(page, { ...accepted, ...page.fields, step });
	}
}

/** Parks an execution at an extraction. */
export async function parkedAt(
	{ control, park }: PersonFixture,
	settings: Partial<SeedExtraction> = {},
	parameters: INodeParameters = {},
): Promise<Reviewer> {
	const { extraction_id: extractionId } = control.createExtraction(reviewable(settings));
	const { parked } = await park({ extractionId: byId(extractionId), ...parameters });
	return new Reviewer(parked, extractionId);
}

/** What reaches the next node once the execution has gone on. */
export const rowsAfter = async ({ parked }: Person) => jsonOf((await parked.ended).output('After'));
