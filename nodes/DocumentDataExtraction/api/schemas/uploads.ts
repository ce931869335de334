import { z } from 'zod';

/** `POST /uploads/sessions` */
export const uploadSession = z
	.object({
		upload_session_id: z.string(),
		files: z.array(
			z
				.object({ file_id: z.string(), file_name: z.string(), part_size: z.number().int().positive() })
				.passthrough(),
		),
	})
	.passthrough();
export type UploadSession = z.infer<typeof uploadSession>;

/** `POST /uploads/sessions/{upload_session_id}/parts` */
export const partUrls = z
	.object({
		upload_session_id: z.string(),
		file_id: z.string(),
		part_size: z.number().int().positive(),
		part_urls: z.array(z.object({ part_number: z.number().int(), url: z.string() }).passthrough()),
	})
	.passthrough();
export type PartUrls = z.infer<typeof partUrls>;

/** `POST /uploads/sessions/{upload_session_id}/complete` */
export const completedFile = z
	.object({ upload_session_id: z.string(), file_id: z.string(), file_name: z.string() })
	.passthrough();
export type CompletedFile = z.infer<typeof completedFile>;
