import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A stand-in for Telegram's servers: one bot, one chat. */
export interface Telegram {
	/** Of n8n's Telegram credential. */
	credential: { accessToken: string; baseUrl: string };
	chat: number;
	/** What the bot has sent, in order. */
	sent: Array<{ chat_id: unknown; text: string }>;
	/** Whether somebody has asked for what the bot receives. */
	isWatched(): boolean;
	/** Somebody sends the bot a file. */
	receive(bytes: Buffer, fileName: string, mimeType: string): Promise<void>;
	stop(): Promise<void>;
}

const TOKEN = '1:a-token-of-this-test';

export async function startTelegram(): Promise<Telegram> {
	const chat = 4711;
	const sent: Telegram['sent'] = [];
	const files = new Map<string, Buffer>();
	let webhook = { url: '', secret_token: '' };

	const answer = (method: string, query: URLSearchParams, body: string): unknown => {
		if (method === 'getWebhookInfo') return { url: webhook.url };
		if (method === 'setWebhook') webhook = JSON.parse(body) as typeof webhook;
		if (method === 'deleteWebhook') webhook = { url: '', secret_token: '' };
		if (method === 'getFile') return { file_path: `documents/${query.get('file_id')}` };
		if (method === 'sendMessage') sent.push(JSON.parse(body) as Telegram['sent'][number]);
		return true;
	};
	const server = createServer((request, response) => {
		void text(request).then((body) => {
			const { pathname, searchParams } = new URL(request.url!, 'http://127.0.0.1');
			const file = pathname.startsWith(`/file/bot${TOKEN}/`) && files.get(pathname.split('/').pop()!);
			if (file) return response.end(file);
			const known = pathname.startsWith(`/bot${TOKEN}/`);
			const result = known && answer(pathname.split('/').pop()!, searchParams, body);
			return response
				.writeHead(known ? 200 : 404, { 'Content-Type': 'application/json' })
				.end(JSON.stringify({ ok: known, result }));
		});
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(0, '127.0.0.1', resolve);
	});
	const { port } = server.address() as AddressInfo;
	return {
		credential: { accessToken: TOKEN, baseUrl: `http://127.0.0.1:${port}` },
		chat,
		sent,
		isWatched: () => webhook.url !== '',
		async receive(bytes, fileName, mimeType) {
			files.set(fileName, bytes);
			const document = { file_id: fileName, file_name: fileName, mime_type: mimeType };
			const message = { message_id: files.size, chat: { id: chat }, from: { id: chat }, document };
			const response = await fetch(webhook.url, {
				method: 'POST',
				headers: {
					'Content-Type': 'application/json',
					'X-Telegram-Bot-Api-Secret-Token': webhook.secret_token,
					Connection: 'close',
				},
				body: JSON.stringify({ update_id: files.size, message }),
			});
			if (!response.ok) throw new Error(`n8n answered the bot with ${response.status}`);
		},
		async stop() {
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await closed;
		},
	};
}
