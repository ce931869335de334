import type { IDataObject } from 'n8n-workflow';
import type { ExampleInvoice } from '../../examples/documents/invoice';
import { makeInvoicePdf } from '../../examples/documents/invoicePdf';
import { RESULTS } from '../support/endpoints';
import { concern } from '../support/operations/doubtful';
import { openOffice, type Office } from './standIns/office';

describe.each([
	['paid-already', 'Paid invoices', 'Paid already?', 'Total'],
	['totals-check', 'Checked invoices', 'Invoices to review', 'Total'],
	['accounts-of-suppliers', 'Invoices to post', 'Suppliers to review', 'Total'],
	['match-purchase-orders', 'Matched lines', 'Lines to review', 'Quantity'],
] as const)('The example %s', (example, saved, toReview, field) => {
	let office: Office;
	beforeEach(async () => {
		office = await openOffice(example);
		const { dataTable } = office;
		dataTable.create('Supplier accounts', { supplier: SUPPLIER, account: '4400' });
		const order = { po_number: 'PO-7', item: 'Pens', received: 100, unit_price: 1 };
		dataTable.create('Purchase orders', order);
	});
	afterEach(async () => await office.close());

	const SUPPLIER = 'Example Office Supplies Ltd';
	type Invoice = Partial<ExampleInvoice> & { number: string };
	const lines = [{ description: 'Pens', quantity: 5, unitPrice: 1 }];
	/** Files of one upload. The number of an invoice says whether its file is `locked`, or a `text` and no document. */
	const upload = async (...invoices: Invoice[]) => {
		const files = invoices.map(async (invoice, index) => {
			const { number } = invoice;
			const shown = { poNumber: 'PO-7', supplier: SUPPLIER, lines, ...invoice };
			const pdf = await makeInvoicePdf(shown, { encrypted: number.startsWith('locked') });
			const { engine } = office.node;
			const file = number.startsWith('text')
				? await engine.storeFile(Buffer.from(number), `${number}.txt`, 'text/plain')
				: await engine.storeFile(pdf, `${number}.pdf`, 'application/pdf');
			return [`Documents_${index}`, file];
		});
		return [{ json: {}, binary: Object.fromEntries(await Promise.all(files)) }];
	};
	const about = (table: string, column: string) => office.dataTable.rowsOf(table).map((row) => row[column]);

	it('each file that was not extracted is named before a person decides about rows', async () => {
		// The service doubts a row of the second: n8n has all rows at once, and could begin with them.
		const doubted = { number: 'A-2', statedTotal: 999 };
		office.node.sandbox.control.planExtractions([
			{ ofFile: 'A-2.pdf', reviewItems: [concern('Two names', ['Supplier'], 1)] },
		]);
		const failing = ['locked-1', 'locked-2', 'text-1', 'text-2'].map((number) => ({ number }));
		await office.park(await upload({ number: 'A-1' }, doubted, ...failing));
		expect(about(saved, 'invoice_number')).toEqual(['A-1']);
		const told = office.dataTable.rowsOf(toReview).filter(({ page }) => !page);
		expect(told.map(({ source_file, reason }) => `${source_file} ${reason}`).sort()).toEqual([
			expect.stringMatching(/password: locked-1\.pdf Remove the password/),
			expect.stringMatching(/password: locked-2\.pdf Remove the password/),
			expect.stringMatching(/^text-1\.txt This file was not extracted \(text\)/),
			expect.stringMatching(/^text-2\.txt This file was not extracted \(text\)/),
		]);
		expect(about(toReview, 'invoice_number')).toContain('A-2');
	});

	it('a text where a number belongs goes to a person, and keeps back no other row', async () => {
		const text = (body: unknown) => {
			for (const row of (body as { rows: IDataObject[] }).rows)
				if (String(row['Invoice Number']).startsWith('odd')) row[field] = '1.234,50';
		};
		office.node.alter(RESULTS, text, Infinity);
		const reviewer = await office.park(
			await upload({ number: 'odd-1' }, { number: 'odd-2' }, { number: 'A-3' }),
		);
		expect(about(saved, 'invoice_number')).toEqual(['A-3']);
		const reason = expect.stringContaining(`${field} "1.234,50" is not a number`) as string;
		expect(about(toReview, 'reason')).toEqual([reason, reason]);
		const { fields } = await reviewer.open();
		// The text is in the reason. Its field is empty, so that what is entered there is read as a number.
		const [entered] = Object.keys(fields).filter((name) => name.startsWith('v_0_') && fields[name] === '');
		const picked = entered!.replace('v', 'p');
		await reviewer.finish({ [entered!]: '4', [picked]: '4|n4', d_1: 'accept' });
		await reviewer.parked.ended;
		const column = field.toLowerCase();
		expect(office.dataTable.rowsOf(saved).map((row) => [row.invoice_number, row[column]])).toEqual([
			['A-3', expect.any(Number)],
			['odd-1', 4],
			['odd-2', null],
		]);
		expect(about(toReview, 'decision')).toEqual([
			'corrected',
			`accepted: ${field} is not in "${saved}": enter it there`,
		]);
	});
});
