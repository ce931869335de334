import { open, stat, type FileHandle } from 'node:fs/promises';
import pLimit, { type Limit } from 'p-limit';
import type { JobFile } from '../Job';
import { newId, type BareClient } from './BareClient';

// As our node has it; a test holds them equal.
export const FILES_AT_ONCE = 8;
export const TRANSFERS_AT_ONCE = 8;
export const BYTES_AT_ONCE = 24 * 1024 * 1024;
export const URLS_PER_REQUEST = 16;

interface Upload {
	client: BareClient;
	session: string;
	fileId: string;
	handle: FileHandle;
	bytes: number;
	partSize: number;
	transfer: Limit;
}

interface Session {
	files: Array<{ file_id: string; part_size: number }>;
}

/** Uploads files as one session. */
export async function upload(
	client: BareClient,
	files: JobFile[],
): Promise<{ session: string; fileIds: string[] }> {
	const session = newId();
	const sizes = await Promise.all(files.map(async ({ path }) => (await stat(path)).size));
	const entries = files.map(({ fileName }, index) => ({
		file_id: `file-${index + 1}`,
		file_name: fileName,
		file_size_bytes: sizes[index] ?? 0,
	}));
	const created = await client.call<Session>('POST', '/uploads/sessions', {
		upload_session_id: session,
		files: entries,
	});
	const partSize = created.files[0]?.part_size ?? 1;
	const largest = Math.min(partSize, Math.max(...sizes));
	const transfer = pLimit(Math.min(TRANSFERS_AT_ONCE, Math.floor(BYTES_AT_ONCE / largest)));
	const oneFile = pLimit(FILES_AT_ONCE);
	await Promise.all(
		files.map(({ path }, index) =>
			oneFile(async () => {
				const handle = await open(path);
				const bytes = sizes[index] ?? 0;
				await uploadFile({ client, session, fileId: `file-${index + 1}`, handle, bytes, partSize, transfer });
				await handle.close();
			}),
		),
	);
	return { session, fileIds: entries.map(({ file_id }) => file_id) };
}

async function uploadFile(file: Upload): Promise<void> {
	const { client, session, fileId, bytes, partSize, transfer } = file;
	const count = Math.ceil(bytes / partSize);
	const sent: Array<Promise<{ part_number: number; e_tag: string }>> = [];
	for (let first = 1; first <= count; first += URLS_PER_REQUEST) {
		const part_numbers = Array.from(
			{ length: Math.min(URLS_PER_REQUEST, count - first + 1) },
			(_, index) => first + index,
		);
		const { part_urls } = await client.call<{ part_urls: Array<{ part_number: number; url: string }> }>(
			'POST',
			`/uploads/sessions/${session}/parts`,
			{ file_id: fileId, part_numbers },
		);
		for (const { part_number, url } of part_urls)
			sent.push(transfer(async () => ({ part_number, e_tag: await sendPart(file, part_number, url) })));
	}
	const parts = await Promise.all(sent);
	await client.call('POST', `/uploads/sessions/${session}/complete`, { file_id: fileId, parts });
}

async function sendPart(
	{ client, handle, bytes, partSize }: Upload,
	part: number,
	url: string,
): Promise<string> {
	const start = (part - 1) * partSize;
	const buffer = Buffer.allocUnsafe(Math.min(partSize, bytes - start));
	await handle.read(buffer, 0, buffer.length, start);
	return await client.put(url, buffer);
}
