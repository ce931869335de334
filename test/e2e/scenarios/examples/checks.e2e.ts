import type { IDataObject } from 'n8n-workflow';
import { makeInvoicePdf } from '../../../../examples/documents/invoicePdf';
import type { ExampleInvoice } from '../../../../examples/documents/invoice';
import { NEWEST } from '../../hosts/install';
import { createDataTable } from '../../n8n/dataTables';
import { needing } from '../../setup/needing';
import { startN8n, type N8nFixture } from '../../setup/n8nFixture';
import { uploadsTo, type UploadedFile, type Uploads } from '../../setup/uploads';
import { RESULTS } from '../../../support/endpoints';
import { concern } from '../../../support/operations/doubtful';

needing();

let n8n: N8nFixture;
let publish: Uploads['publish'];
let upload: Uploads['upload'];
let rowsOf: Uploads['rowsOf'];
let about: Uploads['about'];
let decide: Uploads['decide'];
beforeAll(async () => {
	n8n = await startN8n({ version: NEWEST });
	({ publish, upload, rowsOf, about, decide } = uploadsTo(n8n));
});
afterAll(async () => await n8n?.close());

const pdf = async (name: string, invoice: Partial<ExampleInvoice>): Promise<UploadedFile> => [
	name,
	await makeInvoicePdf(invoice),
];
const locked = async (name = 'locked.pdf'): Promise<UploadedFile> => [
	name,
	await makeInvoicePdf({ number: name }, { encrypted: true }),
];
const PASSWORD = expect.stringMatching(/password.*Remove the password/) as string;
/** A row of such an invoice needs review: the service doubts its total. */
const DOUBTED = { statedTotal: 999 };

/** From now on the service has this text for a number in the row. */
function answerText(isRow: (row: IDataObject) => boolean, field: string, text: string): void {
	// Of several faults of an endpoint, the first counts.
	n8n.sandbox.control.clearFaults();
	n8n.sandbox.control.addFault({
		endpoint: RESULTS,
		kind: 'altered',
		count: Infinity,
		alter: (body) => {
			for (const row of (body as { rows: IDataObject[] }).rows) if (isRow(row)) row[field] = text;
			return body;
		},
	});
}

it('paid already: new invoices are saved, the same file adds nothing, and the same bill in another file goes to a person', async () => {
	const workflow = await publish('paid-already.json');
	const [saved, toReview] = ['Paid invoices', 'Paid already?'];
	const first = await pdf('first.pdf', { number: 'INV-7' });
	expect(await upload(workflow, first, await locked())).toMatchObject({ status: 'success' });
	expect(await upload(workflow, ['again.pdf', first[1]])).toMatchObject({ status: 'success' });
	expect(await about(saved, 'invoice_number')).toEqual(['INV-7']);
	expect(await about(toReview, 'reason')).toEqual([PASSWORD]);
	const scan = await pdf('scan.pdf', { number: 'inv 7', layout: 'columns' });
	const other = await pdf('other.pdf', { number: 'INV-8' });
	const { id } = await upload(workflow, scan, other, await pdf('copy.pdf', { number: 'inv-8', dueDate: '' }));
	// n8n takes the files of a form in the order in which it has stored them.
	const numbers = async () =>
		(await about(saved, 'invoice_number')).map((number) => String(number).toUpperCase());
	expect(await numbers()).toEqual(['INV-7', 'INV-8']);
	expect(await about(toReview, 'reason')).toEqual([
		expect.stringContaining('password'),
		expect.stringMatching(
			/^Paid already\? first.pdf .* has the same supplier, number and total, of 2026-03-04/,
		),
		expect.stringMatching(/^Twice in this upload\? (?:copy|other).pdf /),
	]);
	await decide(toReview, id, { d_0: 'accept', d_1: 'accept' });
	expect((await numbers()).sort()).toEqual(['INV 7', 'INV-7', 'INV-8', 'INV-8']);
	expect(await about(toReview, 'decision')).toEqual(['', 'accepted', 'accepted']);

	// A row that needs review and a locked file in one upload: the file is named before anybody decides.
	answerText((row) => ['T-1', 'T-2'].includes(String(row['Invoice Number'])), 'Total', '1.234,50');
	const names = ['T-1', 'T-2', 'T-3'];
	const odd = await Promise.all(names.map(async (number) => await pdf(`${number}.pdf`, { number })));
	const doubted = await pdf('doubted.pdf', { number: 'T-4', ...DOUBTED });
	const later = await upload(workflow, ...odd, doubted, await locked('later.pdf'));
	expect(later.status).toBe('waiting');
	expect(await about(toReview, 'reason')).toContainEqual(expect.stringMatching(/password: later\.pdf/));
	const savedTotals = async () =>
		(await rowsOf(saved))
			.filter(({ invoice_number }) => String(invoice_number).startsWith('T-'))
			.map(({ invoice_number, total }) => [invoice_number, total])
			.sort();
	expect(await savedTotals()).toEqual([['T-3', expect.any(Number)]]);
	expect((await about(toReview, 'reason')).filter((reason) => /1\.234,50/.test(String(reason)))).toEqual(
		Array(2).fill(expect.stringMatching(/^Total "1\.234,50" is not a number: enter it/)),
	);
	const reviewed = (await rowsOf(toReview)).filter(({ page }) => page !== '');
	const place = (number: string) => reviewed.findIndex(({ invoice_number }) => invoice_number === number);
	await decide(toReview, later.id, {
		[`v_${place('T-1')}_4`]: '1234.5',
		[`d_${place('T-2')}`]: 'accept',
		[`d_${place('T-4')}`]: 'reject',
	});
	expect(await savedTotals()).toEqual([
		['T-1', 1234.5],
		['T-2', null],
		['T-3', expect.any(Number)],
	]);
	expect((await rowsOf(toReview)).slice(-3).map((row) => [row.invoice_number, row.decision])).toEqual(
		expect.arrayContaining([
			['T-1', 'corrected'],
			['T-2', 'accepted: Total is not in "Paid invoices": enter it there'],
			['T-4', 'rejected'],
		]),
	);
});

it('match to purchase orders: each line is matched, and what differs by over 2 % or was not received goes to a person', async () => {
	const order = (item: string, received: number, price: number) => ({
		po_number: 'PO-7',
		item,
		quantity: received,
		received,
		unit_price: price,
	});
	const columns = { quantity: 'number', received: 'number', unit_price: 'number' } as const;
	const orders = [order('Copy paper A4', 10, 4.5), order('Pens', 20, 1), order('Toner', 5, 60)];
	const names = ['po_number', 'item', 'quantity', 'received', 'unit_price'];
	await createDataTable(n8n.host.client, 'Purchase orders', names, orders, columns);
	const workflow = await publish('match-purchase-orders.json');
	const line = (description: string, quantity: number, unitPrice: number) => ({
		description,
		quantity,
		unitPrice,
	});
	const lines = [
		line('copy paper, A4', 8, 4.55),
		line('Pens', 21, 1),
		line('Toner', 5, 70),
		line('Chairs', 1, 90),
	];
	const { id } = await upload(workflow, await pdf('a.pdf', { number: 'A-1', poNumber: 'PO-7', lines }));
	expect(await about('Matched lines', 'item')).toEqual(['copy paper, A4']);
	expect(await about('Lines to review', 'reason')).toEqual([
		'Quantity 21, received 20',
		'The purchase order has no line "Chairs"',
		'Unit price 70, ordered at 60',
	]);
	await decide('Lines to review', id, { d_0: 'accept', d_1: 'reject', d_2: 'reject' });
	expect(await about('Matched lines', 'item')).toEqual(['Pens', 'copy paper, A4']);
	answerText((row) => row['Invoice Number'] === 'A-2' && row.Item === 'Pens', 'Quantity', '2 boxes');
	const more = [line('Copy paper A4', 3, 4.5), line('Pens', 2, 1), line('Toner', 5, 60)];
	const bill = await pdf('b.pdf', { number: 'A-2', poNumber: 'po 7', lines: more });
	const doubted = await pdf('c.pdf', { number: 'A-3', poNumber: 'PO-7' });
	n8n.sandbox.control.planExtractions([
		{ ofFile: 'c.pdf', reviewItems: [concern('Two names', ['Supplier'], 1)] },
	]);
	const later = await upload(workflow, bill, doubted, await locked());
	expect(later.status).toBe('waiting');
	expect(await about('Lines to review', 'reason')).toEqual(
		expect.arrayContaining([
			PASSWORD,
			'Quantity "2 boxes" is not a number',
			'Quantity 3, received 10, on earlier invoices 8',
		]),
	);
	expect(await about('Matched lines', 'item')).toEqual(['Pens', 'Toner', 'copy paper, A4']);
	await n8n.host.client.stop(later.id);
});

it('accounts of suppliers: a new supplier is asked for once, then each invoice has its account', async () => {
	const workflow = await publish('accounts-of-suppliers.json');
	const doubted = await pdf('doubted.pdf', { number: 'A-0', ...DOUBTED });
	const { id } = await upload(workflow, await pdf('a.pdf', { number: 'A-1' }), doubted, await locked());
	const unknown = 'New supplier: enter the account in place of the question mark';
	expect(await about('Suppliers to review', 'reason')).toEqual([PASSWORD, unknown, unknown]);
	const asked = (await rowsOf('Suppliers to review')).filter(({ page }) => page !== '');
	const place = asked.findIndex(({ invoice_number }) => invoice_number === 'A-1');
	await decide('Suppliers to review', id, { [`v_${place}_5`]: '4400', [`d_${1 - place}`]: 'reject' });
	const supplier = 'EXAMPLE OFFICE SUPPLIES LTD.';
	const next = await upload(workflow, await pdf('b.pdf', { number: 'A-2', supplier }));
	expect(next.status).toBe('success');
	expect((await rowsOf('Invoices to post')).map((row) => [row.invoice_number, row.account])).toEqual([
		['A-1', '4400'],
		['A-2', '4400'],
	]);
});
