import type { IDataObject } from 'n8n-workflow';
import { forEachItem, type Execute } from './nodes';

export interface OutlookMail {
	id: string;
	folder: string;
	subject: string;
	received: Date;
	modified: Date;
	categories: string[];
	files: Array<{ name: string; bytes: Buffer; mimeType: string }>;
}

/** A stand-in for Outlook, and for n8n's node that speaks to it. A mail that moves gets another ID, as in Outlook. */
export class Outlook {
	readonly mails: OutlookMail[] = [];
	readonly sent: Array<{ subject: string; text: string }> = [];

	receive(subject: string, files: OutlookMail['files'], received = new Date()): OutlookMail {
		const id = `mail-${this.mails.length + 1}`;
		const mail = { id, subject, files, received, modified: received, folder: 'Invoices', categories: [] };
		this.mails.push(mail);
		return mail;
	}

	readonly node: Execute = forEachItem(async (context, item) => {
		const read = (name: string) => context.getNodeParameter(name, item);
		const operation = read('operation') as string;
		if (operation === 'getAll')
			return this.mails
				.filter(({ folder }) => folder === 'Invoices')
				.map((mail) => ({ json: this.jsonOf(mail) }));
		if (operation === 'send') {
			this.sent.push({ subject: read('subject') as string, text: read('bodyContent') as string });
			return { success: true };
		}
		const { value } = read('messageId') as { value: string };
		const mail = this.mails.find(({ id }) => id === value);
		if (!mail) throw new Error('The specified object was not found in the store.');
		if (operation === 'move') {
			mail.folder = context.getNode().name.replace('Move to ', '');
			mail.id += '-moved';
			return { success: true };
		}
		if (operation === 'update') {
			mail.categories = (read('updateFields') as OutlookMail).categories;
			mail.modified = new Date();
			return this.jsonOf(mail);
		}
		const files = mail.files.map(async ({ name, bytes, mimeType }, index) => [
			`attachment_${index}`,
			await context.helpers.prepareBinaryData(bytes, name, mimeType),
		]);
		return [{ json: this.jsonOf(mail), binary: Object.fromEntries(await Promise.all(files)) }];
	});

	private readonly jsonOf = ({ id, subject, categories, received, modified }: OutlookMail): IDataObject => ({
		id,
		subject,
		categories: [...categories],
		receivedDateTime: received.toISOString(),
		lastModifiedDateTime: modified.toISOString(),
		webLink: `https://outlook.example.com/${id}`,
	});
}

/** What Excel makes of a value that comes in: an apostrophe before a text keeps the text, else a number is a number and a formula is computed. */
function entered(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	if (value.startsWith("'")) return value.slice(1);
	if (value.startsWith('=')) return '#NAME?';
	return value !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
}

/** A stand-in for a table of an Excel workbook, and for n8n's node that reads it and appends to it. */
export class Workbook {
	readonly rows: IDataObject[] = [];
	/** Somebody has it open. */
	isLocked = false;
	/** A column that the table has not. Excel drops its values without a word. */
	lacks?: string;

	readonly node: Execute = (context) => {
		const operation = context.getNodeParameter('operation', 0);
		if (this.isLocked) {
			if (!context.continueOnFail()) throw new Error('The workbook is locked');
			return [[{ json: { error: 'The workbook is locked' }, pairedItem: { item: 0 } }]];
		}
		if (operation === 'getRows')
			return [this.rows.map((row) => ({ json: { ...row }, pairedItem: { item: 0 } }))];
		const added = context.getInputData().map((_, item) => {
			const { values } = context.getNodeParameter('fieldsUi', item) as {
				values: Array<{ column: string; fieldValue: unknown }>;
			};
			return Object.fromEntries(
				values
					.filter(({ column }) => column !== this.lacks)
					.map(({ column, fieldValue }) => [column, entered(fieldValue)]),
			) as IDataObject;
		});
		this.rows.push(...added);
		return [added.map((json) => ({ json: { ...json }, pairedItem: { item: 0 } }))];
	};
}
