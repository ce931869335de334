import type { ApiClient } from '../http/client';
import type { ApiRequest } from '../http/request';
import { z } from 'zod';
import { readableList, maybe, webAddress } from '../schemas/tolerant';
import { isRecord } from '../../shared/json';

const sessionFile = z.object({ file_id: z.string(), part_size: z.number().int().positive() }).passthrough();

/** `POST /uploads/sessions`. Without a part size a file cannot be uploaded, so the uploader reports it. */
export const uploadSessionSchema = z
	.object({ files: z.array(z.unknown()).pipe(readableList(sessionFile)) })
	.passthrough();

/** `POST /uploads/sessions/{upload_session_id}/parts` */
export const partUrls = z
	.object({
		part_size: z.number().int().positive(),
		part_urls: z
			.array(z.unknown())
			.transform((entries) => entries.filter(isRecord))
			.pipe(z.array(z.object({ part_number: z.number().int(), url: webAddress }).passthrough())),
	})
	.passthrough();

/** `POST /uploads/sessions/{upload_session_id}/complete` */
export const completedFile = z.object({ file_name: maybe(z.string()) }).passthrough();
export type CompletedFile = z.infer<typeof completedFile>;

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

/** Sends a request about an upload session. @param path below that of all sessions */
const post = async <T>(
	api: ApiClient,
	path: string,
	schema: ApiRequest<T>['schema'],
	body: object,
): Promise<T> =>
	await api.call({ method: 'POST', path: `/uploads/sessions${path}`, rateClass: 'upload', schema, body });

const pathOf = (sessionId: string, step: string): string => `/${encodeURIComponent(sessionId)}/${step}`;

/** `POST /uploads/sessions`. The same id with the same files returns the existing session. */
export const createUploadSession = async (
	api: ApiClient,
	sessionId: string,
	files: FileEntry[],
): Promise<z.infer<typeof uploadSessionSchema>> =>
	await post(api, '', uploadSessionSchema, { upload_session_id: sessionId, files });

/** `POST /uploads/sessions/{upload_session_id}/parts`. The URLs are valid for 15 minutes. */
export const getPartUrls = async (
	api: ApiClient,
	sessionId: string,
	fileId: string,
	partNumbers: number[],
): Promise<z.infer<typeof partUrls>> =>
	await post(api, pathOf(sessionId, 'parts'), partUrls, { file_id: fileId, part_numbers: partNumbers });

/** `POST /uploads/sessions/{upload_session_id}/complete`. Completing a completed file succeeds again. */
export const completeUpload = async (
	api: ApiClient,
	sessionId: string,
	fileId: string,
	parts: UploadedPart[],
): Promise<CompletedFile> =>
	await post(api, pathOf(sessionId, 'complete'), completedFile, { file_id: fileId, parts });
