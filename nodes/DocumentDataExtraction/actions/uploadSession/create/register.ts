import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { ApiClient } from '../../../api/http/client';
import { missingField } from '../../../api/errors/ServiceError';
import { createUploadSession, type FileEntry } from '../../../api/uploads';
import { partCount } from '../../../files/upload/PartCutter';

/** A file to register, with the item that it came from. */
export interface RegisteredFile extends FileEntry {
	itemIndex: number;
	/** Set if the item carries the file itself. */
	fieldName?: string;
	binary?: IBinaryData;
}

export type SessionOutput = 'files' | 'session';

function fileJson(file: RegisteredFile, partSize: number): IDataObject {
	const { file_id, file_name, file_size_bytes, itemIndex, fieldName } = file;
	return {
		file_id,
		file_name,
		file_size_bytes,
		part_size: partSize,
		part_count: partCount(file_size_bytes, partSize),
		...(fieldName === undefined ? {} : { item: itemIndex, field: fieldName }),
	};
}

/** Creates a session, or finds it again. @returns one item for it, or one for each of its files */
export async function register(
	api: ApiClient,
	sessionId: string,
	files: RegisteredFile[],
	output: SessionOutput,
): Promise<INodeExecutionData[]> {
	const session = await createUploadSession(
		api,
		sessionId,
		files.map(({ file_id, file_name, file_size_bytes }) => ({ file_id, file_name, file_size_bytes })),
	);
	const partSizes = new Map(session.files.map(({ file_id, part_size }) => [file_id, part_size]));
	const described = files.map((file) => {
		const partSize = partSizes.get(file.file_id);
		if (partSize === undefined) throw missingField(`the part size of "${file.file_name}"`);
		return { file, json: fileJson(file, partSize) };
	});
	if (output === 'files')
		return described.map(({ file: { itemIndex, binary }, json }) => ({
			json: { upload_session_id: sessionId, ...json },
			pairedItem: { item: itemIndex },
			...(binary ? { binary: { data: binary } } : {}),
		}));
	const items = [...new Set(files.map(({ itemIndex }) => itemIndex))];
	return [
		{
			json: {
				upload_session_id: sessionId,
				file_ids: files.map(({ file_id }) => file_id),
				part_size: session.files[0]?.part_size ?? null,
				files: described.map(({ json }) => json),
			},
			pairedItem: items.map((item) => ({ item })),
		},
	];
}
