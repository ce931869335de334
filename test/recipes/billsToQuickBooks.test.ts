import type { IDataObject } from 'n8n-workflow';
import type { ExampleInvoice } from '../../examples/documents/invoice';
import { makeInvoicePdf } from '../../examples/documents/invoicePdf';
import { RESULTS } from '../support/endpoints';
import { openOffice, type Office } from './standIns/office';

describe('Bills to QuickBooks', () => {
	let office: Office;
	beforeEach(async () => (office = await openOffice('bills-to-quickbooks')));
	afterEach(async () => await office.close());

	type Bill = Partial<ExampleInvoice>;
	const upload = async (...bills: Bill[]) => {
		const files = bills.map(async ({ number, ...bill }, index) => {
			const pdf = await makeInvoicePdf(
				{ number, currency: 'USD', ...bill },
				{ encrypted: number === 'locked' },
			);
			return [
				`Documents_${index}`,
				await office.node.engine.storeFile(pdf, `${number}.pdf`, 'application/pdf'),
			];
		});
		return [{ json: {}, binary: Object.fromEntries(await Promise.all(files)) }];
	};
	const created = () => [...office.quickBooks.bills.values()].map(({ DocNumber }) => DocNumber).sort();
	const toCheck = () => office.dataTable.rowsOf('QuickBooks bills to check');
	const reasons = () => toCheck().map(({ invoice_number, reason }) => [invoice_number, reason]);
	const [IBAN, OTHER] = ['GB00 EXAM 0000 0000 0000 01', 'GB00 EXAM 0000 0000 0000 99'];

	it('a bill is created once, with its lines and tax; bank details that are new or changed go to a person', async () => {
		const first = await office.park(await upload({ number: 'A-1', iban: IBAN }));
		expect(reasons()).toEqual([
			['A-1', expect.stringContaining(`First bank details of this supplier: ${IBAN}`)],
		]);
		expect(created()).toEqual([]);
		await first.finish({ d_0: 'accept' });
		await first.parked.ended;
		const [bill] = office.quickBooks.bills.values();
		expect(bill!.VendorRef).toEqual({ value: '7' });
		const accounts = bill!.Line.map((line) => [
			line.Amount,
			line.AccountBasedExpenseLineDetail.AccountRef.value,
		]);
		expect(accounts).toEqual([
			[45, 'your-account-id'],
			[9, 'your-tax-account-id'],
		]);
		await office.run(
			await upload({ number: 'A-2', iban: IBAN.replaceAll(' ', '') }, { number: 'A-3', iban: undefined }),
		);
		await office.run(await upload({ number: 'A-2', iban: IBAN.replaceAll(' ', '') }));
		expect(created()).toEqual(['A-1', 'A-2', 'A-3']);
		const changed = await office.park(await upload({ number: 'A-4', iban: OTHER }));
		expect(reasons()[1]).toEqual([
			'A-4',
			expect.stringMatching(/New bank details.*99\. The last bill had.*01/),
		]);
		await changed.finish({ d_0: 'reject', c_0: 'Fraud' });
		await changed.parked.ended;
		expect([created().length, toCheck()[1]!.decision, office.charged()]).toEqual([3, 'rejected: Fraud', 4]);
	});

	it('a tax that is no number goes to a person', async () => {
		office.node.alter(RESULTS, (body) => {
			for (const row of (body as { rows: IDataObject[] }).rows) row.VAT = '20 %';
		});
		await office.park(await upload({ number: 'F-1', iban: undefined }));
		expect([created(), reasons()]).toEqual([
			[],
			[['F-1', expect.stringMatching(/^The tax 20 % is no number/)]],
		]);
	});

	it('what QuickBooks does not know, and what does not add up, goes to a person with what to do; the other bills are created', async () => {
		const odd: Bill[] = [{ supplier: 'Nobody Ltd' }, { currency: 'EUR' }, { statedTotal: 999 }];
		const files = odd.map((bill, index) => ({ number: `B-${index}`, iban: undefined, ...bill }));
		await office.park(await upload({ number: 'B-9', iban: undefined }, { number: 'locked' }, ...files));
		expect(created()).toEqual(['B-9']);
		expect(reasons().sort(([one], [other]) => String(one).localeCompare(String(other)))).toEqual([
			[
				'B-0',
				expect.stringMatching(/no vendor "Nobody Ltd".*create the vendor there, and upload the file again/),
			],
			['B-1', 'The currency is EUR, not USD'],
			['B-2', expect.stringMatching(/do not make the total 999/)],
			[undefined, expect.stringMatching(/password.*Remove the password/)],
		]);
	});

	it('while QuickBooks is down, and for a bill that it refuses, the table says so, and a later upload creates the bill at no cost', async () => {
		const bill = { number: 'C-1', iban: undefined, supplier: 'Nobody Ltd' };
		office.quickBooks.isDown = true;
		const down = await office.park(await upload(bill));
		expect(reasons()).toEqual([['C-1', expect.stringMatching(/not available.*upload the file again later/)]]);
		await down.finish({ d_0: 'accept' });
		await down.parked.ended;
		expect(toCheck()).toMatchObject([
			{
				decision: 'refused by QuickBooks',
				reason: expect.stringMatching(/VendorRef.*upload the file again/),
			},
		]);
		office.quickBooks.isDown = false;
		office.quickBooks.vendors.push({ Id: '8', DisplayName: 'Nobody Ltd' });
		await office.run(await upload(bill));
		office.dataTable.rowsOf('Bills in QuickBooks').length = 0;
		await office.run(await upload(bill));
		expect([created(), office.charged()]).toEqual([['C-1'], 1]);
	});
});
