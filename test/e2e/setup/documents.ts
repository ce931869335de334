import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
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

/** The one file of this kind that an execution of an example has written: each has its date and the execution in its name. */
export async function writtenFile(folder: string, kind: string, executionId: string): Promise<string> {
	const named = new RegExp(`^${kind} \\d{4}-\\d\\d-\\d\\d run ${executionId}\\.\\w+$`);
	const files = (await readdir(folder)).filter((name) => named.test(name));
	expect(files).toHaveLength(1);
	return join(folder, files[0]!);
}
