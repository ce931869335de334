import type { IBinaryData } from 'n8n-workflow';
import type { OperationFixture } from '../fixtures/operationFixture';

/** Small enough for files of several parts to be made of a few bytes. */
export const PART_SIZE = 10;

/** A document of so many bytes, each different from its neighbours, in n8n's binary store. */
export const fileOf = async (
	operation: OperationFixture,
	bytes: number,
	fileName = 'invoice.pdf',
): Promise<IBinaryData> =>
	await operation.node.engine.storeFile(bytesOf(bytes, fileName), fileName, mimeTypeOf(fileName));

/** Bytes that begin as a file of that name does. */
export function bytesOf(count: number, fileName = 'invoice.pdf'): Buffer {
	const bytes = Buffer.from(Array.from({ length: count }, (_, i) => 65 + (i % 26)));
	if (fileName.endsWith('.png')) bytes.write('89504e470d0a1a0a', 'hex');
	else if (fileName.endsWith('.pdf')) bytes.write('%PDF-');
	return bytes;
}

function mimeTypeOf(fileName: string): string {
	if (fileName.endsWith('.pdf')) return 'application/pdf';
	return fileName.endsWith('.png') ? 'image/png' : 'text/plain';
}

/** The state of every file of a session, by file id. */
export const statesOf = (operation: OperationFixture, sessionId: string) => {
	const session = operation.control
		.sessions()
		.find(({ upload_session_id }) => upload_session_id === sessionId);
	return Object.fromEntries((session?.files ?? []).map(({ file_id, state }) => [file_id, state]));
};
