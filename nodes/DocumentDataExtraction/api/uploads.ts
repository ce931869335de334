import type { ApiClient } from './http/client';
import { completedFile, partUrls, uploadSessionSchema } from './schemas/uploads';
import type { CompletedFile, PartUrlsResponse, UploadSession } from './schemas/uploads';

export interface FileEntry {
	file_id: string;
	file_name: string;
	file_size_bytes: number;
}

export interface UploadedPart {
	part_number: number;
	/** As the storage gave it, with its quotes. */
	e_tag: string;
}

const sessionPath = (sessionId: string, step: string): string =>
	`/uploads/sessions/${encodeURIComponent(sessionId)}/${step}`;

/** `POST /uploads/sessions`. The same id with the same files returns the existing session. */
export const createUploadSession = async (
	api: ApiClient,
	sessionId: string,
	files: FileEntry[],
): Promise<UploadSession> =>
	await api.call({
		method: 'POST',
		path: '/uploads/sessions',
		body: { upload_session_id: sessionId, files },
		rateClass: 'upload',
		schema: uploadSessionSchema,
	});

/** `POST /uploads/sessions/{upload_session_id}/parts`. The URLs are valid for 15 minutes. */
export const getPartUrls = async (
	api: ApiClient,
	sessionId: string,
	fileId: string,
	partNumbers: number[],
): Promise<PartUrlsResponse> =>
	await api.call({
		method: 'POST',
		path: sessionPath(sessionId, 'parts'),
		body: { file_id: fileId, part_numbers: partNumbers },
		rateClass: 'upload',
		schema: partUrls,
	});

/** `POST /uploads/sessions/{upload_session_id}/complete`. Completing a completed file succeeds again. */
export const completeFile = async (
	api: ApiClient,
	sessionId: string,
	fileId: string,
	parts: UploadedPart[],
): Promise<CompletedFile> =>
	await api.call({
		method: 'POST',
		path: sessionPath(sessionId, 'complete'),
		body: { file_id: fileId, parts },
		rateClass: 'upload',
		schema: completedFile,
	});
