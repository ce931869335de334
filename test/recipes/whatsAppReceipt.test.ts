import { makeInvoicePdf } from '../../examples/documents/invoicePdf';
import { openOffice, type Office } from './standIns/office';

describe('WhatsApp receipt', () => {
	let office: Office;
	beforeEach(async () => (office = await openOffice('whatsapp-receipt')));
	afterEach(async () => await office.close());

	it('a receipt becomes a row once, and each message is answered with what was read', async () => {
		const { whatsApp } = office;
		const receipt = whatsApp.message('receipt.pdf', await makeInvoicePdf({ number: 'R-1' }));
		await office.run([receipt]);
		office.dataTable.rowsOf()[0]!.total = 13.95;
		await office.run([receipt]);
		expect(office.dataTable.rowsOf()).toMatchObject([{ invoice_number: 'R-1', total: 13.95 }]);
		expect(whatsApp.sent.map(({ to }) => to)).toEqual(['15550100', '15550100']);
		expect(whatsApp.sent[0]!.text).toMatch(/^Example Office Supplies Ltd, 2026-03-04, 54, EUR/);
		expect(office.charged()).toBe(1);
	});

	it('a file that cannot be read is answered with what to do, and a text alone with nothing', async () => {
		const { whatsApp } = office;
		const locked = await makeInvoicePdf({ number: 'R-2' }, { encrypted: true });
		await office.run([whatsApp.message('locked.pdf', locked)]);
		await office.run([{ json: { messages: [{ from: '15550100', type: 'text', text: { body: 'Hello' } }] } }]);
		expect(whatsApp.sent.map(({ text }) => text)).toEqual([
			expect.stringMatching(/password.*Remove the password/),
		]);
		expect(office.dataTable.rowsOf()).toEqual([]);
	});
});
