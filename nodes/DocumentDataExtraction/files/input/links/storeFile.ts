import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import type { Readable } from '../../../api/http/signedUrls';

/** Reads a file into its own reference, as n8n's in-memory mode keeps files. */
async function inMemory(stream: Readable, fileName: string, mimeType: string): Promise<IBinaryData> {
	const chunks: Buffer[] = [];
	for await (const chunk of stream) chunks.push(chunk as Buffer);
	const bytes = Buffer.concat(chunks);
	return { data: bytes.toString('base64'), mimeType, fileName, bytes: bytes.length };
}

/**
 * Streams a file into n8n's binary store. n8n deletes it there with its execution; the tool of an agent may run without one, and the file
 * would stay for ever, so it is then kept in memory.
 */
export async function storeFile(
	context: IExecuteFunctions,
	stream: Readable,
	fileName: string,
	mimeType: string,
): Promise<IBinaryData> {
	return context.getExecutionId()
		? await context.helpers.prepareBinaryData(stream, fileName, mimeType)
		: await inMemory(stream, fileName, mimeType);
}
