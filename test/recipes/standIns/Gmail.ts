import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { forEachItem, type Execute } from './nodes';

export interface GmailMessage {
	id: string;
	subject: string;
	date: Date;
	labels: Set<string>;
	files: Array<{ name: string; bytes: Buffer; mimeType: string }>;
}

/** A stand-in for Gmail, and for n8n's node that speaks to it. */
export class Gmail {
	readonly messages = new Map<string, GmailMessage>();
	readonly sent: Array<{ subject: string; text: string }> = [];
	/** What was asked, and by whom it is answered. */
	readonly asked: string[] = [];
	decide: (text: string) => boolean = () => true;

	receive(subject: string, files: GmailMessage['files'], date = new Date()): GmailMessage {
		const id = `message-${this.messages.size + 1}`;
		const message = { id, subject, date, files, labels: new Set(['invoices']) };
		this.messages.set(id, message);
		return message;
	}

	labelsOf = ({ id }: GmailMessage): string[] => [...this.messages.get(id)!.labels].sort();

	readonly node: Execute = async (context) => {
		// As n8n's node, it gives an item for each label and message, whatever comes in.
		if (context.getNodeParameter('operation', 0) === 'getAll') return [await this.list(context)];
		return await this.each(context);
	};

	private readonly each: Execute = forEachItem((context, item) => {
		const read = (name: string) => context.getNodeParameter(name, item) as string;
		const operation = read('operation');
		if (operation === 'send') {
			this.sent.push({ subject: read('subject'), text: read('message') });
			return { id: 'sent' };
		}
		if (operation === 'sendAndWait') {
			const text = `${read('subject')} ${read('message')}`;
			this.asked.push(text);
			return { data: { approved: this.decide(text) } };
		}
		const message = this.messages.get(read('messageId'));
		if (!message) throw new Error('Requested entity was not found');
		for (const id of context.getNodeParameter('labelIds', item) as string[]) {
			const name = id.replace(/^Label of /, '');
			if (operation === 'addLabels') message.labels.add(name);
			else message.labels.delete(name);
		}
		return { id: message.id };
	});

	private async list(context: IExecuteFunctions) {
		const names = ['', '-in-progress', '-done', '-please-check', '-waiting'].map((end) => `invoices${end}`);
		const idOf = (name: string) => `Label of ${name}`;
		if (context.getNodeParameter('resource', 0) === 'label')
			return names.map((name) => ({ json: { id: idOf(name), name } }));
		const { q } = context.getNodeParameter('filters', 0) as { q: string };
		const { downloadAttachments } = context.getNodeParameter('options', 0) as {
			downloadAttachments?: boolean;
		};
		const asked = [...q.matchAll(/(-?)label:([\w-]+)/g)];
		const found = [...this.messages.values()].filter(({ labels }) =>
			asked.every(([, not, name]) => labels.has(name!) === (not === '')),
		);
		return await Promise.all(
			found.map(async ({ id, subject, date, labels, files }) => {
				const json: IDataObject = { id, subject, date: date.toISOString(), labelIds: [...labels].map(idOf) };
				if (!downloadAttachments) return { json };
				const entries = files.map(async ({ name, bytes, mimeType }, index) => [
					`attachment_${index}`,
					await context.helpers.prepareBinaryData(bytes, name, mimeType),
				]);
				return { json, binary: Object.fromEntries(await Promise.all(entries)) };
			}),
		);
	}
}
