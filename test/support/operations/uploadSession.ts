import type { IBinaryData } from 'n8n-workflow';
import type { OperationFixture } from '../fixtures/operationFixture';

/** Small enough for files of several parts to be made of a few bytes. */
export const PART_SIZE = 10;

/** A file of so many bytes, each different from its neighbours, in n8n's binary store. */
export const fileOf = async (
	operation: OperationFixture,
	bytes: number,
	fileName = 'invoice.pdf',
): Promise<IBinaryData> =>
	await operation.node.engine.storeFile(bytesOf(bytes), fileName, mimeTypeOf(fileName));

export const bytesOf = (count: number): Buffer =>
	Buffer.from(Array.from({ length: count }, (_, i) => 65 + (i % 26)));

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
