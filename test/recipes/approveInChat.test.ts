import type { IDataObject } from 'n8n-workflow';
import { makeInvoicePdf } from '../../examples/documents/invoicePdf';
import { RESULTS } from '../support/endpoints';
import { openOffice, type Office } from './standIns/office';

const A_DAY = 24 * 3_600_000;

describe.each(['approve-in-slack', 'approve-in-teams'])('The example %s', (example) => {
	let office: Office;
	beforeEach(async () => (office = await openOffice(example)));
	afterEach(async () => await office.close());

	const upload = async (...files: Array<[name: string, bytes: Buffer]>) => {
		const entries = files.map(async ([name, bytes], index) => [
			`Documents_${index}`,
			await office.node.engine.storeFile(bytes, name, 'application/pdf'),
		]);
		return await office.run([{ json: {}, binary: Object.fromEntries(await Promise.all(entries)) }]);
	};
	const bill = async (number: string, unitPrice: number, encrypted = false): Promise<[string, Buffer]> => {
		const lines = [{ description: 'Paper', quantity: 1, unitPrice }];
		const invoice = { number, currency: 'EUR', lines, taxRate: 0 };
		return [`${number}.pdf`, await makeInvoicePdf(invoice, { encrypted })];
	};
	const round = async () => await office.run(undefined, 'Every 5 Minutes');
	const table = (what: string) => `${example === 'approve-in-slack' ? 'Slack' : 'Teams'} ${what}`;
	const bills = () => office.dataTable.rowsOf(table('approvals'));
	const about = (...columns: string[]) => bills().map((row) => columns.map((column) => row[column]));

	it('a bill below the limit passes, each other one is asked about once; the table says who and when, and rejected ones are listed', async () => {
		office.chat.decide = (text) => ({
			Decision: text.includes('A-2') ? 'Reject' : 'Approve',
			'Your Name': 'Kim',
		});
		const files = [await bill('A-1', 20), await bill('A-2', 900), await bill('A-3', 500)];
		const atOnce = (await upload(...files)).output('Your Payment Goes Here');
		expect(atOnce.map(({ json }) => json.invoice_number)).toEqual(['A-1']);
		await upload(files[1]!);
		for (let count = 0; count < 4; count++) await round();
		expect(about('invoice_number', 'status', 'decided_by', 'comment')).toEqual([
			['A-1', 'approved', undefined, 'Below the limit'],
			['A-2', 'rejected', 'Kim', ''],
			['A-3', 'approved', 'Kim', ''],
		]);
		expect(bills()[1]!.decided_at).toMatch(/^\d{4}-/);
		expect(office.dataTable.rowsOf(table('rejections'))).toMatchObject([
			{ invoice_number: 'A-2', decided_by: 'Kim' },
		]);
		expect([office.chat.asked.length, office.charged(), office.chat.told]).toEqual([2, 3, []]);
	});

	it('without an answer somebody else is asked; without any, and while nobody can be reached, the bill is asked about again', async () => {
		await upload(await bill('B-1', 900));
		office.chat.isDown = true;
		await round();
		expect(about('status', 'comment')).toEqual([['to ask', 'The service could not be reached']]);
		office.chat.isDown = false;
		await round();
		expect(about('status', 'comment')).toEqual([['to ask', 'Nobody answered']]);
		office.chat.decide = (_, by) =>
			by === 'Ask for Approval' ? undefined : { Decision: 'Approve', 'Your Name': 'Lee', Comment: 'For Kim' };
		await round();
		expect(about('status', 'decided_by', 'comment')).toEqual([['approved', 'Lee', 'For Kim']]);
		const [, second, , last] = office.chat.asked;
		for (const { by, text } of [second!, last!])
			expect([by, text]).toEqual(['Ask Somebody Else', expect.stringMatching(/two days\. Approve B-1\?/)]);
	});

	it('an answer to an execution that has lost the bill to a later one decides nothing', async () => {
		await upload(await bill('G-1', 900));
		office.chat.decide = () => {
			Object.assign(bills()[0]!, { asked_at: 'later' });
			return { Decision: 'Approve', 'Your Name': 'Kim' };
		};
		expect((await round()).output('Your Payment Goes Here')).toEqual([]);
		expect(about('status')).toEqual([['asked']]);
	});

	it('a bill whose execution was stopped is asked about again after five days, and not before', async () => {
		await upload(await bill('C-1', 900));
		office.chat.decide = () => ({ Decision: 'Approve', 'Your Name': 'Kim' });
		const leave = (days: number) =>
			Object.assign(bills()[0]!, {
				status: 'asked',
				asked_at: new Date(Date.now() - days * A_DAY).toISOString(),
			});
		leave(4);
		await round();
		expect(about('status')).toEqual([['asked']]);
		leave(6);
		await round();
		expect(about('status')).toEqual([['approved']]);
	});

	it('a bill that needs review is asked about whatever its total; what cannot be read is told with what to do, and the others stay', async () => {
		const [, odd] = await bill('D-1', 20);
		const doubtful = await makeInvoicePdf({ number: 'D-2', statedTotal: 30 });
		const files = [await bill('D-3', 20), await bill('locked', 20, true)];
		await upload(
			['D-1.docx', Buffer.alloc(9_000, 'PK\x03\x04')],
			['D-1.pdf', odd],
			['D-2.pdf', doubtful],
			...files,
		);
		expect(about('invoice_number', 'status').sort()).toEqual([
			['D-1', 'approved'],
			['D-2', 'to ask'],
			['D-3', 'approved'],
		]);
		expect(office.chat.told.sort()).toEqual([
			expect.stringMatching(/^Please check: D-1\.docx\n[^]*save it as PDF/),
			expect.stringMatching(/^Please check: [^]*password[^]*Remove the password/),
		]);
	});

	it('an amount that is no number keeps back no other bill, and is shown to the person', async () => {
		office.node.alter(RESULTS, (body) => {
			const { rows } = body as { rows: IDataObject[] };
			if (rows[0]!['Invoice Number'] === 'E-1') rows[0]!.Total = '1.234,50';
		});
		await upload(await bill('E-1', 20), await bill('E-2', 20));
		expect(about('invoice_number', 'status', 'reason').sort()).toEqual([
			['E-1', 'to ask', 'The total is 1.234,50'],
			['E-2', 'approved', ''],
		]);
	});
});
