import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { IDataObject, INode } from 'n8n-workflow';
import type Mail from 'nodemailer/lib/mailer';
import readSheet from 'read-excel-file/node';
import { makeInvoicePdf } from '../../../examples/documents/invoicePdf';
import type { Database } from '../hosts/environment';
import { NEWEST } from '../hosts/install';
import { failureOf } from '../n8n/client';
import { readExample } from '../n8n/examples';
import type { SavedWorkflow } from '../n8n/types';
import { startMailServer, type MailServer } from '../services/dovecot';
import { putDocuments } from '../setup/documents';
import { CREDENTIAL_TYPE, openPlace, type Place } from '../setup/place';
import { until } from '../support/until';

let place: Place;

beforeAll(async () => {
	place = await openPlace({ version: NEWEST });
});
afterAll(async () => await place?.close());

describe('E-mail to database', () => {
	let mailServer: MailServer;
	let database: Database;
	let workflow: SavedWorkflow;

	const rows = async () =>
		await place.postgres.query<IDataObject>(database, 'select * from invoices order by invoice_number');
	const endedExecutions = async () => {
		const all = await place.host.client.executions(workflow);
		return all.filter(({ status }) => !['new', 'running', 'waiting'].includes(status));
	};
	/** Delivers mails at once, and waits until the workflow has dealt with each of them. */
	const deliver = async (...mails: Mail.Options[]) => {
		const before = (await endedExecutions()).length;
		for (const mail of mails) await mailServer.deliver(mail);
		await until('the workflow to have run', async () => (await endedExecutions()).length > before, {
			detail: place.host.output,
		});
		const [latest] = await endedExecutions();
		expect(failureOf(await place.host.client.execution(latest!.id))).toMatch(/^success/);
	};

	beforeAll(async () => {
		mailServer = await startMailServer();
		database = await place.postgres.createDatabase('accounting');
		const { host, port, user, password } = mailServer;
		const imap = await place.host.client.createCredential('Mailbox', 'imap', {
			user,
			password,
			host,
			port,
			secure: false,
		});
		const postgres = await place.host.client.createCredential('Accounting', 'postgres', {
			...database,
			ssl: 'disable',
		});
		const example = await readExample('email-to-database.json', {
			imap,
			postgres,
			[CREDENTIAL_TYPE]: place.credential,
		});
		const note = example.nodes.find(({ name }) => name === 'The table')!.parameters.content as string;
		await place.postgres.query(database, /```sql\n([^]+?)```/.exec(note)![1]!);
		workflow = await place.host.client.createWorkflow(example);
		await place.host.client.activate(workflow);
		await mailServer.untilWatched();
	});
	afterAll(async () => {
		if (workflow) await place.host.client.deactivate(workflow);
		await mailServer?.stop();
	});

	const mail = async (messageId: string, ...numbers: string[]): Promise<Mail.Options> => ({
		messageId: `<${messageId}@mail.example.com>`,
		date: new Date(),
		from: 'billing@example.com',
		to: 'invoices@example.com',
		subject: 'Your invoices',
		text: 'Please find them attached.',
		attachments: await Promise.all(
			numbers.map(async (number) => ({
				filename: 'invoice.pdf',
				content: await makeInvoicePdf({ number, date: '2026-03-04' }),
			})),
		),
	});

	it('two invoices of the same name in one mail become two rows that tell their file', async () => {
		await deliver(await mail('first+a=b', 'A-1', 'A-2'));
		expect(await rows()).toMatchObject([
			{
				message_id: '<first+a=b@mail.example.com>',
				invoice_number: 'A-1',
				source_file: 'invoice.pdf (Page 1)',
			},
			{ invoice_number: 'A-2', source_file: 'invoice (2).pdf (Page 1)', total: '54', currency: 'EUR' },
		]);
	});

	it('the same mail again: no other extraction, no other row, no other charge', async () => {
		const before = await rows();
		const balance = place.sandbox.control.balance();
		await deliver(await mail('first+a=b', 'A-1', 'A-2'));
		expect(await rows()).toEqual(before);
		expect(place.sandbox.control.extractions()).toHaveLength(1);
		expect(place.sandbox.control.balance()).toEqual(balance);
	});

	it('several mails, one twice, one without a document: each document once', async () => {
		const extractions = place.sandbox.control.extractions().length;
		await deliver(
			await mail('second', 'B-1'),
			await mail('second', 'B-1'),
			await mail('third', 'C-1'),
			await mail('fourth'),
		);
		await until('both rows', async () => (await rows()).length === 4);
		expect((await rows()).map(({ invoice_number }) => invoice_number)).toEqual(['A-1', 'A-2', 'B-1', 'C-1']);
		expect(place.sandbox.control.extractions()).toHaveLength(extractions + 2);
	});
});

describe('Folder to sheet file, doubtful rows apart', () => {
	it('writes the clean rows to an XLSX file and the doubtful ones, with the reason, to a CSV file', async () => {
		const { host, credential } = place;
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
