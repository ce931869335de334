import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { IDataObject, INode } from 'n8n-workflow';
import readSheet from 'read-excel-file/node';
import { NEWEST } from '../hosts/install';
import { failureOf } from '../n8n/client';
import { readExample } from '../n8n/examples';
import { DOVECOT } from '../services/dovecot';
import { putDocuments } from '../setup/documents';
import { invoiceMail, openMailboxToDatabase, type MailboxToDatabase } from '../setup/mailboxToDatabase';
import { needing } from '../setup/needing';
import { startN8n, type N8nFixture } from '../setup/n8nFixture';
import { until } from '../support/until';
import { CREDENTIAL_TYPE } from '../../support/names';

needing(DOVECOT);

let n8n: N8nFixture;

beforeAll(async () => {
	n8n = await startN8n({ version: NEWEST });
});
afterAll(async () => await n8n?.close());

describe('E-mail to database', () => {
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
});

describe('Folder to sheet file, doubtful rows apart', () => {
	it('writes the clean rows to an XLSX file and the doubtful ones, with the reason, to a CSV file', async () => {
		const { host, credential } = n8n;
		const folder = join(host.filesFolder, 'invoices');
		await mkdir(folder);
		await putDocuments(folder, [
			'consulting.pdf',
			'office-supplies.pdf',
			'totals-do-not-add-up.pdf',
			'receipt.jpg',
		]);
		const example = await readExample('folder-to-sheet-file.json', { [CREDENTIAL_TYPE]: credential });
		const settings = example.nodes.find(({ name }) => name === 'Settings') as INode & {
			parameters: { assignments: { assignments: Array<{ value: string }> } };
		};
		settings.parameters.assignments.assignments[0]!.value = folder;
		const workflow = await host.client.createWorkflow(example);

		const execution = await host.client.run(workflow, 'When clicking ‘Execute workflow’');
		expect(failureOf(execution)).toMatch(/^success/);
		expect(await readdir(folder)).toEqual(expect.arrayContaining(['rows.xlsx', 'to-review.csv']));
		const [header, ...rows] = await readSheet(join(folder, 'rows.xlsx'));
		const doubtful = parse(await readFile(join(folder, 'to-review.csv')), {
			columns: true,
			bom: true,
		}) as IDataObject[];
		const fileOf = header!.indexOf('Source File');
		expect(rows.map((row) => row[fileOf])).toEqual([
			'consulting.pdf (Page 1)',
			'office-supplies.pdf (Page 1)',
			'receipt.jpg (Page 1)',
		]);
		expect(doubtful).toMatchObject([{ 'Source File': 'totals-do-not-add-up.pdf (Page 1)' }]);
		expect(doubtful[0]!.review_message).toContain('450.00');
	});
});
