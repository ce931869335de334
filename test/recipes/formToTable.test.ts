import type { IDataObject } from 'n8n-workflow';
import { makeInvoicePdf } from '../../examples/documents/invoicePdf';
import { RESULTS } from '../support/endpoints';
import { openOffice, type Office } from './standIns/office';

describe('Form to Data Table', () => {
	let office: Office;
	beforeEach(async () => (office = await openOffice('form-to-table')));
	afterEach(async () => await office.close());

	async function upload(...numbers: string[]): Promise<string> {
		const binary: Record<string, Awaited<ReturnType<typeof office.node.engine.storeFile>>> = {};
		for (const number of numbers) {
			const pdf = await makeInvoicePdf({ number });
			binary[number] = await office.node.engine.storeFile(pdf, `${number}.pdf`, 'application/pdf');
		}
		await office.run([{ json: {}, binary }]);
		return office.page.title;
	}

	it('the last page says how many rows were saved and how many were there already', async () => {
		expect(await upload('A-1', 'A-2')).toBe('2 rows saved');
		expect(await upload('A-1', 'A-2')).toBe('2 rows were there already');
		expect(await upload('A-1', 'A-3')).toBe('1 row saved, 1 row was there already');
	});

	it('a row that the table does not take keeps out no other, is no saved row, and is on the page with what to do', async () => {
		const alter = (body: unknown) => {
			for (const row of (body as { rows: IDataObject[] }).rows)
				if (row['Invoice Number'] === 'B-2') row.Total = '1.234,50';
		};
		office.node.alter(RESULTS, alter, Infinity);
		expect(await upload('B-1', 'B-2', 'B-3')).toBe('2 rows saved, 1 problem');
		expect(office.page.text).toMatch(
			/<li>Not saved: B-2, B-2\.pdf.*upload the file again: that costs nothing/,
		);
		expect(office.dataTable.rowsOf().map((row) => row.invoice_number)).toEqual(['B-1', 'B-3']);
		expect(await upload('B-2')).toBe('Nothing saved, 1 problem');
		expect(office.charged()).toBe(3);
	});
});
