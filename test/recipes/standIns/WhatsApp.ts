import { forEachItem, type Execute } from './nodes';

/** A stand-in for WhatsApp, and for n8n's nodes that speak to it and download from it. */
export class WhatsApp {
	readonly files = new Map<string, { name: string; bytes: Buffer; mimeType: string }>();
	readonly sent: Array<{ to: string; text: string }> = [];

	/** What WhatsApp Trigger outputs for a message with a file. */
	message(name: string, bytes: Buffer, mimeType = 'application/pdf') {
		const id = `media-${this.files.size + 1}`;
		this.files.set(id, { name, bytes, mimeType });
		const kind = mimeType.startsWith('image/') ? 'image' : 'document';
		const message = { from: '15550100', type: kind, [kind]: { id, mime_type: mimeType } };
		return { json: { metadata: { phone_number_id: '1' }, messages: [message] } };
	}

	readonly node: Execute = forEachItem((context, item) => {
		const read = (name: string) => context.getNodeParameter(name, item) as string;
		if (read('resource') === 'media') return { url: `https://media.example.com/${read('mediaGetId')}` };
		this.sent.push({ to: read('recipientPhoneNumber'), text: read('textBody') });
		return { messages: [{ id: 'sent' }] };
	});

	readonly download: Execute = forEachItem(async (context, item) => {
		const url = context.getNodeParameter('url', item) as string;
		const { name, bytes, mimeType } = this.files.get(url.split('/').at(-1)!)!;
		return [{ json: {}, binary: { data: await context.helpers.prepareBinaryData(bytes, name, mimeType) } }];
	});
}
