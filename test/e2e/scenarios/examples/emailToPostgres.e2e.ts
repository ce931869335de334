import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { makeInvoicePdf } from '../../../../examples/documents/invoicePdf';
import { NEWEST } from '../../hosts/install';
import { failureOf } from '../../n8n/client';
import { DOVECOT } from '../../services/dovecot';
import { DOCUMENTS } from '../../setup/documents';
import {
	invoiceMail,
	openMailboxToDatabase,
	withoutMessageId,
	type MailboxToDatabase,
} from '../../setup/mailboxToDatabase';
import { needing } from '../../setup/needing';
import { startN8n, type N8nFixture } from '../../setup/n8nFixture';
import { until } from '../../support/until';
import { RESULTS } from '../../../support/endpoints';

needing(DOVECOT);

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const picture = async () => await readFile(join(DOCUMENTS, 'scanned-invoice.png'));
/** Above 5 MB. */
const largePng = async () => Buffer.concat([await picture(), Buffer.alloc(6_000_000)]);
const logo = async () => (await picture()).subarray(0, 3_000);

let n8n: N8nFixture;

beforeAll(async () => {
	n8n = await startN8n({ version: NEWEST });
});
afterAll(async () => await n8n?.close());

describe('Email to Postgres', () => {
	let mailbox: MailboxToDatabase;
	beforeAll(async () => {
		mailbox = await openMailboxToDatabase(n8n);
	});
	afterAll(async () => await mailbox?.close());

	const numbers = async () => (await mailbox.rows()).map(({ invoice_number }) => invoice_number);
	const charged = () =>
		n8n.sandbox.control
			.extractions()
			.flatMap(({ charges }) => charges)
			.reduce((sum, { credits }) => sum + credits, 0);
	/** What accounting is told meanwhile. */
	const toldOf = async (work: Promise<void>) => {
		const before = mailbox.told.length;
		await work;
		return mailbox.told.slice(before);
	};

	it('two invoices of the same name in one mail become two rows that tell their file', async () => {
		await mailbox.deliver(await invoiceMail('first+a=b', 'A-1', 'A-2'));
		expect(await mailbox.rows()).toMatchObject([
			{
				row_id: expect.stringMatching(/^[0-9a-f-]{36}:\d{4}$/),
				message_id: '<first+a=b@mail.example.com>',
				invoice_number: 'A-1',
				source_file: 'invoice.pdf (Page 1)',
			},
			{ invoice_number: 'A-2', total: '54', currency: 'EUR' },
		]);
	});

	it('the same mail again: no other extraction, no other row, no other charge, and a correction in the table stays', async () => {
		await mailbox.query("update invoices set total = 55 where invoice_number = 'A-2'");
		const before = await mailbox.rows();
		const cost = charged();
		const told = await toldOf(mailbox.deliver(await invoiceMail('first+a=b', 'A-1', 'A-2')));
		expect(await mailbox.rows()).toEqual(before);
		expect(before).toMatchObject([{}, { total: '55' }]);
		expect([charged(), told]).toEqual([cost, []]);
	});

	it('several mails at once, one twice, one without a Message-ID, two that share one: each document once', async () => {
		const cost = charged();
		await mailbox.deliver(
			await invoiceMail('second', 'B-1'),
			await invoiceMail('second', 'B-1'),
			withoutMessageId(await invoiceMail('none', 'B-2')),
			await invoiceMail('shared', 'B-3'),
			await invoiceMail('shared', 'B-4'),
			await invoiceMail('empty'),
		);
		await until('all rows', async () => (await mailbox.rows()).length === 6);
		expect(await numbers()).toEqual(['A-1', 'A-2', 'B-1', 'B-2', 'B-3', 'B-4']);
		expect(await mailbox.rows()).toMatchObject([{}, {}, {}, { message_id: null }, {}, {}]);
		expect(charged() - cost).toBe(4);
	});

	it('what needs review, has a password, is no PDF, JPG or PNG, or too large, goes to accounting with the next step; logos to nobody', async () => {
		const before = await mailbox.rows();
		const doubtful = await invoiceMail('doubtful', { number: 'D-1', statedTotal: 999 });
		expect(await toldOf(mailbox.deliver(doubtful))).toMatchObject([
			{
				to: 'accounting@example.com',
				subject: 'Please check: invoice.pdf (Page 1)',
				text: expect.stringMatching(/999[^]*invoice_number: D-1[^]*Email: Your invoices/),
			},
		]);
		expect(await mailbox.rows()).toEqual(before);

		const cost = charged();
		const mixed = await invoiceMail('mixed', 'E-1');
		const bill = Buffer.from('PK\x03\x04 a text of an office');
		mixed.attachments!.push(
			{ filename: 'locked.pdf', content: await makeInvoicePdf({ number: 'E-2' }, { encrypted: true }) },
			{ filename: 'bill.docx', content: bill, contentType: DOCX },
			{ filename: 'scan.png', content: await largePng(), contentType: 'image/png' },
			{ filename: 'logo.png', content: await logo(), contentType: 'image/png' },
		);
		const told = await toldOf(mailbox.deliver(mixed));
		told.sort((a, b) => a.text.localeCompare(b.text));
		expect(told).toMatchObject([
			{
				text: expect.stringMatching(
					/^A file is protected with a password: locked\.pdf\n.*Remove the password/,
				),
			},
			{
				subject: 'Please check: scan.png',
				text: expect.stringMatching(/^This file was not extracted \(image too large\)\.\n.+/),
			},
			{
				subject: 'Please check: bill.docx',
				text: expect.stringMatching(/^This file was not extracted .*\n.*save it as PDF/),
			},
		]);
		expect((await numbers()).at(-1)).toBe('E-1');
		expect(charged() - cost).toBe(1);
	});

	it('an amount that is no number, and a date that is not YYYY-MM-DD, keep out their own row, and two receipts without a number are two rows', async () => {
		const odd = (rows: IDataObject[]) =>
			n8n.sandbox.control.addFault({
				endpoint: RESULTS,
				kind: 'altered',
				count: 1,
				alter: (body) => {
					const page = body as { rows: IDataObject[]; total_rows: number };
					page.rows = rows.map((row) => ({ ...page.rows[0], ...row }));
					page.total_rows = rows.length;
				},
			});
		odd([
			{ 'Invoice Number': 'F-1', Total: '1.234,50' },
			{ 'Invoice Number': 'F-2', Total: 12.5 },
			{ 'Invoice Number': 'F-3', 'Invoice Date': '03/04/2026' },
			{ 'Invoice Number': null, Supplier: 'Taxi A' },
			{ 'Invoice Number': null, Supplier: 'Taxi B' },
		]);
		const told = await toldOf(mailbox.deliver(await invoiceMail('odd', 'F-0')));
		expect(told).toMatchObject([
			{
				text: expect.stringMatching(
					/^The total is no number\.[^]*add this row[^]*invoice_number: F-1[^]*total: 1\.234,50/,
				),
			},
			{ text: expect.stringMatching(/^The invoice date is not YYYY-MM-DD\.[^]*add this row[^]*: F-3/) },
		]);
		const rows = await mailbox.rows();
		expect(rows.filter(({ supplier }) => String(supplier).startsWith('Taxi'))).toMatchObject([
			{ invoice_number: null, total: '54' },
			{ invoice_number: null, total: '54' },
		]);
		expect(rows.map(({ invoice_number }) => invoice_number)).toContain('F-2');
		expect(rows.map(({ invoice_number }) => invoice_number)).not.toContain('F-1');
		expect(rows.map(({ invoice_number }) => invoice_number)).not.toContain('F-3');
	});

	it('no credits: the file waits in n8n through a restart, is retried, becomes a row, and nobody hears of it', async () => {
		const { balance } = n8n.sandbox.control.balance();
		const mail = await invoiceMail('credits', 'H-1');
		n8n.sandbox.control.setCredits({ balance: 0 });
		const told = await toldOf(
			(async () => {
				const execution = await mailbox.deliverUntil('waiting', mail);
				n8n.sandbox.control.setCredits({ balance });
				await n8n.host.restart();
				expect(failureOf(await n8n.host.client.ended(execution, 240, 1000))).toMatch(/^success/);
			})(),
		);
		expect(told).toEqual([]);
		expect(await numbers()).toContain('H-1');
	});

	it('an execution that failed because no email could be sent goes on where it stopped once somebody retries it', async () => {
		const bill = {
			filename: 'bill.docx',
			content: Buffer.from('PK\x03\x04 a text of an office'),
			contentType: DOCX,
		};
		const mail = await invoiceMail('no accounting', 'I-1');
		mail.attachments!.push(bill);
		mailbox.refuseMails(true);
		const execution = await mailbox.deliverUntil('error', mail);
		mailbox.refuseMails(false);
		const cost = charged();
		const told = await toldOf(
			(async () => {
				expect(failureOf(await n8n.host.client.retry(execution))).toMatch(/^success/);
			})(),
		);
		expect(told).toMatchObject([{ subject: 'Please check: bill.docx' }]);
		expect(await numbers()).toContain('I-1');
		expect(charged()).toBe(cost);
	});

	it('a database that no longer answers, though it did when the run began: accounting gets the row', async () => {
		n8n.sandbox.control.planExtractions([{ processingMs: 3_600_000 }]);
		const mail = await invoiceMail('gone', 'G-1');
		const told = toldOf(mailbox.deliver(mail));
		await until(
			'the extraction to be submitted',
			() => n8n.sandbox.control.extractions().at(-1)?.status === 'processing',
		);
		await mailbox.query('alter table invoices rename to elsewhere');
		await n8n.sandbox.control.advanceClock(3_600_000);
		expect(await told).toMatchObject([{ text: expect.stringMatching(/invoice_number: G-1/) }]);
		await mailbox.query('drop table if exists invoices');
		await mailbox.query('alter table elsewhere rename to invoices');
	});
});
