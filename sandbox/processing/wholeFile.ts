import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { StoredFile } from '../state/Sessions';

/** Puts a completed file's parts together, once, when it is first read; a file of one part is that part. Returns its path. */
export function wholeFile(folder: string, file: StoredFile): Promise<string> {
	return (file.whole ??= assemble(folder, file));
}

async function assemble(folder: string, file: StoredFile): Promise<string> {
	const parts = [...file.parts].sort(([a], [b]) => a - b).map(([, part]) => part.path);
	if (parts.length === 1) return parts[0]!;
	const path = join(folder, `${file.objectId}-whole`);
	await pipeline(async function* () {
		for (const part of parts) yield* createReadStream(part);
	}, createWriteStream(path));
	await Promise.all(parts.map((part) => rm(part, { force: true })));
	return path;
}

/** Deletes a file's bytes. */
export async function deleteBytes(file: StoredFile): Promise<void> {
	const paths = [...file.parts.values()].map((part) => part.path);
	const whole = await file.whole?.catch(() => undefined);
	if (whole) paths.push(whole);
	await Promise.all(paths.map((path) => rm(path, { force: true })));
}
