import type { IBinaryData, INode, INodeParameters } from 'n8n-workflow';
import type { PersonFixture, SeenPage } from '../fixtures/personFixture';
import { Person } from '../fixtures/personFixture';
import { jsonOf } from '../items';

/** Three rows with every type of value, as Extract Documents outputs them; the service is unsure of the second and the third. */
export const INVOICES = [
	{ 'Invoice Number': 'A-1', Date: '2026-03-31', Total: 100.5, Paid: true, 'Source File': 'a.pdf (Page 1)' },
	{
		'Invoice Number': 'A-2',
		Date: '2026-04-01',
		Total: 200,
		Paid: null,
		'Source File': 'a.pdf (Page 2)',
		review_message: 'The total is hard to read',
		review_fields: 'Total, Paid',
	},
	{
		'Invoice Number': 'A-3',
		Date: null,
		Total: null,
		Paid: false,
		'Source File': 'a.pdf (Page 3)',
		review_message: 'There is no total',
		review_fields: 'Total',
	},
];

/** A person who reviews items. */
export class Reviewer extends Person {
	/** Accepts the rows of a page that nobody has decided about, and presses a button. Changed values stay what they are. */
	async accept(page: SeenPage, step = 'summary'): Promise<SeenPage> {
		const rows = [...page.html.matchAll(/ id="row-(\d+)"/g)].map(([, row]) => row);
		const accepted = Object.fromEntries(rows.map((row) => [`d_${row}`, 'accept']));
		return await this.send(page, { ...accepted, ...page.fields, step });
	}

	/** Makes changes on the first page, checks, and sends. @returns the last page */
	async finish(changes: Record<string, string | undefined> = {}): Promise<SeenPage> {
		const summary = await this.send(await this.open(), { ...changes, step: 'summary' });
		return await this.send(summary, { step: 'finish' });
	}
}

/** Parks an execution at a review of items. */
export async function parkedAt(
	{ park }: PersonFixture,
	items: Array<Record<string, unknown>> = INVOICES,
	parameters: INodeParameters = {},
	{ settings = {}, files = [] }: { settings?: Partial<INode>; files?: Array<IBinaryData | undefined> } = {},
): Promise<Reviewer> {
	const binaries = files.map((data) => data && { data });
	return new Reviewer((await park(parameters, items, settings, binaries)).parked);
}

/** What reaches the next node once the execution has gone on. */
export const rowsAfter = async ({ parked }: Person) => jsonOf((await parked.ended).output('After'));
