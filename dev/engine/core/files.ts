import { extname } from 'node:path';
import { Readable } from 'node:stream';
import type { BinaryDataService } from 'n8n-core';
import { BINARY_ENCODING, fileTypeFromMimeType, type IBinaryData } from 'n8n-workflow';

/** Puts a file where a workflow's trigger would have put it. A path is copied on disk, never read whole. */
export async function storeFile(
	binaryData: BinaryDataService,
	content: Buffer | string,
	fileName: string,
	mimeType: string,
): Promise<IBinaryData> {
	const location = { type: 'execution', workflowId: 'engine-files', executionId: 'input' } as const;
	const file: IBinaryData = {
		mimeType,
		fileType: fileTypeFromMimeType(mimeType),
		fileName,
		fileExtension: extname(fileName).slice(1),
		data: '',
	};
	return typeof content === 'string'
		? await binaryData.copyBinaryFile(location, file, content)
		: await binaryData.store(location, content, file);
}

export async function binaryStream(binaryData: BinaryDataService, file: IBinaryData): Promise<Readable> {
	if (file.id) return await binaryData.getAsStream(file.id);
	return Readable.from(Buffer.from(file.data, BINARY_ENCODING));
}
