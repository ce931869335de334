import { readdir, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { UsageError } from './UsageError';

const MIME_TYPES: Readonly<Record<string, string>> = {
	'.pdf': 'application/pdf',
	'.jpg': 'image/jpeg',
	'.jpeg': 'image/jpeg',
	'.png': 'image/png',
};

export interface Document {
	/** Below the folder, with forward slashes. */
	name: string;
	path: string;
	mimeType: string;
	bytes: number;
}

/** Every document in a folder and its sub-folders, by name. @throws UsageError when there is no such folder, or nothing in it */
export async function documentsIn(folder: string): Promise<Document[]> {
	const found = await stat(folder).catch(() => undefined);
	if (!found) throw new UsageError(`There is no folder "${folder}"`);
	if (!found.isDirectory()) throw new UsageError(`"${folder}" is a file; give the folder it is in`);
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const documents: Document[] = [];
	for (const entry of entries) {
		const mimeType = MIME_TYPES[extname(entry.name).toLowerCase()];
		// A name that begins with a dot is some program's own.
		if (!entry.isFile() || !mimeType || entry.name.startsWith('.')) continue;
		const path = join(entry.parentPath, entry.name);
		const name = relative(folder, path).split(sep).join('/');
		documents.push({ name, path, mimeType, bytes: (await stat(path)).size });
	}
	if (documents.length === 0) throw new UsageError(`There is no PDF, JPG or PNG file in "${folder}"`);
	return documents.sort((a, b) => (a.name < b.name ? -1 : 1));
}
