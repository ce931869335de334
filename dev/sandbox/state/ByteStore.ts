import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** What bytes are appended to as they come. */
export interface OpenFile {
	write(bytes: Buffer): Promise<unknown>;
	close(): Promise<void>;
}

/** Keeps the bytes of uploaded files, each part under a path. */
export interface ByteStore {
	/** Opens a new file at a path. */
	open(path: string): Promise<OpenFile>;
	/** Puts parts together, in this order, under a path of their own. */
	join(parts: string[], path: string): Promise<void>;
	/** Deletes what is there, if anything is. */
	remove(path: string): Promise<void>;
}

export const onDisk: ByteStore = {
	open: async (path) => await open(path, 'w'),
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
