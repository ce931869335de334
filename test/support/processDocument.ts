import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeDocumentReader, processDocuments } from '../../sandbox/documents';
import type { DocumentFile, DocumentOutcome, DocumentRequest } from '../../sandbox/documents';

type Completed = Extract<DocumentOutcome, { kind: 'completed' }>;

/** A temporary folder of documents for one test file, gone with the reader's thread after its last test. */
export function documentFolder() {
	const folder = mkdtempSync(join(tmpdir(), 'documents-'));
	afterAll(async () => {
		await closeDocumentReader();
		await rm(folder, { recursive: true });
	});
	return {
		pathOf: (fileName: string) => join(folder, fileName),
		add: async (fileName: string, bytes: Buffer): Promise<DocumentFile> => {
			const path = join(folder, fileName);
			await writeFile(path, bytes);
			return { fileId: fileName, fileName, path };
		},
	};
}

/** One of the committed example documents. */
export function exampleFile(name: string): DocumentFile {
	return { fileId: name, fileName: name, path: join(__dirname, '../../examples/documents', name) };
}

export async function processed(
	files: DocumentFile[],
	request: Partial<DocumentRequest> = {},
): Promise<DocumentOutcome> {
	return await processDocuments({
		files,
		prompt: 'Extract the usual invoice data',
		outputStructure: 'per_invoice',
		askQuestions: false,
		answers: [],
		...request,
	});
}

export async function completed(
	files: DocumentFile[],
	request: Partial<DocumentRequest> = {},
): Promise<Completed> {
	const outcome = await processed(files, request);
	if (outcome.kind !== 'completed') throw new Error(`Expected rows, got ${JSON.stringify(outcome)}`);
	return outcome;
}
