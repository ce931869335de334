import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';

export const DOCUMENTS = resolve(__dirname, '..', '..', '..', 'examples', 'documents');

/** Puts example documents, or bytes under a name, into a new folder. Returns the pattern that finds them. */
export async function putDocuments(
	folder: string,
	names: string[],
	made: Record<string, Buffer> = {},
): Promise<string> {
	await mkdir(folder, { recursive: true });
	for (const name of names) await copyFile(join(DOCUMENTS, name), join(folder, basename(name)));
	for (const [name, bytes] of Object.entries(made)) await writeFile(join(folder, name), bytes);
	return `${folder}/*`;
}
