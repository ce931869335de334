import { z } from 'zod';
import { readableList, maybe, webAddress } from './tolerant';
import { isRecord } from '../../shared/json';

const sessionFile = z.object({ file_id: z.string(), part_size: z.number().int().positive() }).passthrough();

/** `POST /uploads/sessions`. Without a part size a file cannot be uploaded, so the uploader reports it. */
export const uploadSessionSchema = z
	.object({ files: z.array(z.unknown()).pipe(readableList(sessionFile)) })
	.passthrough();
export type UploadSession = z.infer<typeof uploadSessionSchema>;

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
export type PartUrlsResponse = z.infer<typeof partUrls>;

/** `POST /uploads/sessions/{upload_session_id}/complete` */
export const completedFile = z.object({ file_name: maybe(z.string()) }).passthrough();
export type CompletedFile = z.infer<typeof completedFile>;
