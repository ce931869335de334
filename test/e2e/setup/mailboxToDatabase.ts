import type { IDataObject } from 'n8n-workflow';
import type Mail from 'nodemailer/lib/mailer';
import { makeInvoicePdf } from '../../../examples/documents/invoicePdf';
import { failureOf } from '../n8n/client';
import { readExample } from '../n8n/examples';
import { startMailServer } from '../services/dovecot';
import { startSmtp, type ReceivedMail } from '../services/smtp';
import { until } from '../support/until';
import type { N8nFixture } from './n8nFixture';
import { CREDENTIAL_TYPE } from '../../support/names';

/** The example with emails and Postgres, published, with a mailbox before it, and a database and accounting behind it. */
export interface MailboxToDatabase {
	/** Delivers mails at once, and waits until the workflow has run for them. */
	deliver(...mails: Mail.Options[]): Promise<void>;
	/** The table, in the order of the invoice numbers. */
	rows(): Promise<IDataObject[]>;
	/** What accounting got by email, oldest first. */
	told: ReceivedMail[];
	close(): Promise<void>;
}

export async function openMailboxToDatabase({
	host,
	postgres,
	credential,
}: N8nFixture): Promise<MailboxToDatabase> {
	const { client } = host;
	const mailServer = await startMailServer();
	const smtp = await startSmtp();
	const database = await postgres.createDatabase(`accounting-${process.pid}-${Date.now()}`);
	const { user, password, port } = mailServer;
	const imap = { user, password, host: mailServer.host, port, secure: false };
	const example = await readExample('email-to-database.json', {
		imap: await client.createCredential('Mailbox', 'imap', imap),
		postgres: await client.createCredential('Accounting', 'postgres', { ...database, ssl: 'disable' }),
		smtp: await client.createCredential('Mail', 'smtp', smtp.credential),
		[CREDENTIAL_TYPE]: credential,
	});
	const workflow = await client.createWorkflow(example);
	await client.activate(workflow);
	await mailServer.untilWatched();

	const endedExecutions = async () => {
		const all = await client.executions(workflow);
		return all.filter(({ status }) => !['new', 'running', 'waiting'].includes(status));
	};
	return {
		told: smtp.mails,
		rows: async () =>
			await postgres.query<IDataObject>(database, 'select * from invoices order by invoice_number'),
		async deliver(...mails) {
			const before = (await endedExecutions()).length;
			for (const mail of mails) await mailServer.deliver(mail);
			await until('the workflow to have run', async () => (await endedExecutions()).length > before, {
				detail: host.output,
			});
			const [latest] = await endedExecutions();
			expect(failureOf(await client.execution(latest!.id))).toMatch(/^success/);
		},
		async close() {
			await client.deactivate(workflow);
			await Promise.all([mailServer.stop(), smtp.stop()]);
		},
	};
}

/** A mail with these invoices, every one as "invoice.pdf". A number stands for an invoice without anything special. */
export const invoiceMail = async (
	messageId: string,
	...invoices: Array<string | { number: string; statedTotal: number }>
): Promise<Mail.Options> => ({
	messageId: `<${messageId}@mail.example.com>`,
	date: new Date(),
	from: 'billing@example.com',
	to: 'invoices@example.com',
	subject: 'Your invoices',
	text: 'Please find them attached.',
	attachments: await Promise.all(
		invoices.map(async (invoice) => ({
			filename: 'invoice.pdf',
			content: await makeInvoicePdf({
				date: '2026-03-04',
				...(typeof invoice === 'string' ? { number: invoice } : invoice),
			}),
		})),
	),
});
