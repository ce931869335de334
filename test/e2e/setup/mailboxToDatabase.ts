import type { IDataObject } from 'n8n-workflow';
import type Mail from 'nodemailer/lib/mailer';
import { makeInvoicePdf } from '../../../examples/documents/invoicePdf';
import { failureOf, itemsOf } from '../n8n/client';
import { readExample } from '../n8n/examples';
import { withParameters } from '../n8n/polling';
import { startMailServer, WITHOUT_ID } from '../services/dovecot';
import { startSmtp, type ReceivedMail } from '../services/smtp';
import { until } from '../support/until';
import type { N8nFixture } from './n8nFixture';
import { CREDENTIAL_TYPE } from '../../support/names';

const UNDER_WAY = ['new', 'running', 'waiting'];

/** The example with emails and Postgres, published, with a mailbox before it, and a database and accounting behind it. */
export interface MailboxToDatabase {
	/** Delivers mails at once, and waits until the workflow has run for every one of them. */
	deliver(...mails: Mail.Options[]): Promise<void>;
	/** Puts a mail into the mailbox, and waits until its execution has this status. @returns its ID */
	deliverUntil(status: string, mail: Mail.Options): Promise<string>;
	/** The table, in the order of the invoice numbers. */
	rows(): Promise<IDataObject[]>;
	/** What a person does in the database. */
	query(sql: string): Promise<IDataObject[]>;
	/** What accounting got by email, oldest first. */
	told: ReceivedMail[];
	/** Whether the mail server of accounting refuses every mail. */
	refuseMails(isRefusing: boolean): void;
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
	// n8n stores an execution that waits for 65 seconds or more, as it stores one that waits an hour.
	const waiting = withParameters(example, 'Wait an Hour', { amount: 70, unit: 'seconds' });
	const workflow = await client.createWorkflow(waiting);
	await client.activate(workflow);
	await mailServer.untilWatched();

	return {
		told: smtp.mails,
		refuseMails: (isRefusing) => void (smtp.isRefusing = isRefusing),
		rows: async () =>
			await postgres.query<IDataObject>(database, 'select * from invoices order by invoice_number, supplier'),
		query: async (sql) => await postgres.query<IDataObject>(database, sql),
		async deliverUntil(status, mail) {
			const before = new Set((await client.executions(workflow)).map(({ id }) => id));
			await mailServer.deliver(mail);
			return await until(
				`the execution to be ${status}`,
				async () => {
					const [added] = (await client.executions(workflow)).filter(({ id }) => !before.has(id));
					return added?.status === status && added.id;
				},
				{ seconds: 180, detail: host.output },
			);
		},
		async deliver(...mails) {
			const before = new Set((await client.executions(workflow)).map(({ id }) => id));
			for (const mail of mails) await mailServer.deliver(mail);
			// Mails that come together may start one execution or several.
			const executions = await until(
				'the workflow to have run for every mail',
				async () => {
					const all = await client.executions(workflow);
					if (all.some(({ status }) => UNDER_WAY.includes(status))) return undefined;
					const added = all.filter(({ id }) => !before.has(id));
					const ended = await Promise.all(added.map(async ({ id }) => await client.execution(id)));
					const taken = ended.flatMap((execution) => itemsOf(execution, 'Email Trigger (IMAP)'));
					return taken.length >= mails.length && ended;
				},
				{ seconds: 180, detail: host.output },
			);
			for (const execution of executions) expect(failureOf(execution)).toMatch(/^success/);
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

/** The same mail as some scanners send it. */
export const withoutMessageId = (mail: Mail.Options): Mail.Options => ({
	...mail,
	headers: { [WITHOUT_ID]: '1' },
});
