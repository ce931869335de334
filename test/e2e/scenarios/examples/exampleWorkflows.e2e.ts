import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { IDataObject } from 'n8n-workflow';
import readSheet from 'read-excel-file/node';
import { NEWEST } from '../../hosts/install';
import { failureOf } from '../../n8n/client';
import { readExample } from '../../n8n/examples';
import { withSettings } from '../../n8n/settings';
import { DOVECOT } from '../../services/dovecot';
import { DOCUMENTS, putDocuments } from '../../setup/documents';
import { invoiceMail, openMailboxToDatabase, type MailboxToDatabase } from '../../setup/mailboxToDatabase';
import { needing } from '../../setup/needing';
import { startN8n, type N8nFixture } from '../../setup/n8nFixture';
import { until } from '../../support/until';
import { CREDENTIAL_TYPE } from '../../../support/names';

needing(DOVECOT);

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

	it('two invoices of the same name in one mail become two rows that tell their file', async () => {
		await mailbox.deliver(await invoiceMail('first+a=b', 'A-1', 'A-2'));
		expect(await mailbox.rows()).toMatchObject([
			{
				message_id: '<first+a=b@mail.example.com>',
				invoice_number: 'A-1',
				source_file: 'invoice.pdf (Page 1)',
			},
			{ invoice_number: 'A-2', source_file: 'invoice (2).pdf (Page 1)', total: '54', currency: 'EUR' },
		]);
	});

	it('the same mail again: no other extraction, no other row, no other charge', async () => {
		const before = await mailbox.rows();
		const balance = n8n.sandbox.control.balance();
		await mailbox.deliver(await invoiceMail('first+a=b', 'A-1', 'A-2'));
		expect(await mailbox.rows()).toEqual(before);
		expect(n8n.sandbox.control.extractions()).toHaveLength(1);
		expect(n8n.sandbox.control.balance()).toEqual(balance);
	});

	it('several mails, one twice, one without a document: each document once', async () => {
		const extractions = n8n.sandbox.control.extractions().length;
		await mailbox.deliver(
			await invoiceMail('second', 'B-1'),
			await invoiceMail('second', 'B-1'),
			await invoiceMail('third', 'C-1'),
			await invoiceMail('fourth'),
		);
		await until('both rows', async () => (await mailbox.rows()).length === 4);
		expect((await mailbox.rows()).map(({ invoice_number }) => invoice_number)).toEqual([
			'A-1',
			'A-2',
			'B-1',
			'C-1',
		]);
		expect(n8n.sandbox.control.extractions()).toHaveLength(extractions + 2);
	});

	it('a row that needs review, and a mail that could not be extracted, go to accounting and not into the table', async () => {
		const before = await mailbox.rows();
		await mailbox.deliver(await invoiceMail('doubtful', { number: 'D-1', statedTotal: 999 }));
		n8n.sandbox.control.planExtractions([{ fail: { code: 'ENCRYPTED_FILE' } }]);
		await mailbox.deliver(await invoiceMail('protected', 'E-1'));
		expect(await mailbox.rows()).toEqual(before);
		expect(mailbox.told).toMatchObject([
			{
				to: 'accounting@example.com',
				subject: 'Please check: invoice.pdf (Page 1)',
				text: expect.stringMatching(/999[^]*Invoice Number: D-1[^]*Email: Your invoices/),
			},
			{ subject: 'Please check: Your invoices', text: expect.stringMatching(/password/) },
		]);
	});
});

describe('Folder to Excel', () => {
	it('writes the rows to an XLSX file, and those that need review, with the reason, to a CSV file', async () => {
		const { host, credential } = n8n;
		const folder = join(host.filesFolder, 'invoices');
		await mkdir(folder);
		const scan = await readFile(join(DOCUMENTS, 'office-supplies.pdf'));
		await putDocuments(folder, ['consulting.pdf', 'totals-do-not-add-up.pdf', 'receipt.jpg'], {
			'SCAN_0001.PDF': scan,
			'notes.txt': Buffer.from('not an invoice'),
		});
		const example = await readExample('folder-to-sheet-file.json', { [CREDENTIAL_TYPE]: credential });
		const workflow = await host.client.createWorkflow(withSettings(example, { folder }));

		const execution = await host.client.run(workflow, 'When clicking ‘Execute workflow’');
		expect(failureOf(execution)).toMatch(/^success/);
		expect(await readdir(folder)).toEqual(expect.arrayContaining(['rows.xlsx', 'to-review.csv']));
		const [header, ...rows] = await readSheet(join(folder, 'rows.xlsx'));
		const toReview = parse(await readFile(join(folder, 'to-review.csv')), {
			columns: true,
			bom: true,
		}) as IDataObject[];
		const fileOf = header!.indexOf('Source File');
		expect(rows.map((row) => row[fileOf]).sort()).toEqual([
			'SCAN_0001.pdf (Page 1)',
			'consulting.pdf (Page 1)',
			'receipt.jpg (Page 1)',
		]);
		expect(toReview).toMatchObject([{ 'Source File': 'totals-do-not-add-up.pdf (Page 1)' }]);
		expect(toReview[0]!.review_message).toContain('450.00');
	});
});
