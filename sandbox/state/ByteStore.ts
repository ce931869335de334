import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** Keeps the bytes of uploaded files, each part under a path. */
export interface ByteStore {
	/** Keeps bytes as they come. Rejects where their source breaks off. */
	write(path: string, bytes: AsyncIterable<Buffer>): Promise<void>;
	/** Puts parts together, in this order, under a path of their own. */
	join(parts: string[], path: string): Promise<void>;
	/** Deletes what is there, if anything is. */
	remove(path: string): Promise<void>;
}

export const onDisk: ByteStore = {
	async write(path, bytes) {
		const file = await open(path, 'w');
		try {
			for await (const chunk of bytes) await file.write(chunk);
		} finally {
			await file.close();
		}
	},
	async join(parts, path) {
		await pipeline(async function* () {
			for (const part of parts) yield* createReadStream(part);
		}, createWriteStream(path));
		await Promise.all(parts.map((part) => rm(part, { force: true })));
	},
	async remove(path) {
		await rm(path, { force: true });
	},
};
