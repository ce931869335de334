import type { Extraction } from '../state/extraction';
import type { UploadSession } from '../state/Sessions';

/** An extraction as the control interface shows it. */
export const describeExtraction = (extraction: Extraction) => ({
	extraction_id: extraction.id,
	submission_id: extraction.submissionId,
	upload_session_id: extraction.files[0]?.session.id ?? null,
	key_id: extraction.keyId,
	task_name: extraction.taskName,
	status: extraction.status,
	created_at: new Date(extraction.createdAt).toISOString(),
	submission_method: extraction.submissionMethod,
	file_ids: extraction.files.map((file) => file.fileId),
	file_names: extraction.fileNames,
	output_structure: extraction.outputStructure,
	prompt: extraction.prompt,
	options: extraction.options,
	row_count: extraction.result?.rows.length ?? null,
	reserved: extraction.reserved,
	charges: extraction.charges.map((charge) => ({ ...charge })),
	questions: extraction.openQuestions,
	answers: extraction.answers,
	cancel_requested: extraction.cancelRequestedAt !== undefined,
	cancellation_reason: extraction.cancellationReason ?? null,
	error: extraction.error ?? null,
	hidden: extraction.hidden,
});
export type ExtractionRecord = ReturnType<typeof describeExtraction>;

/** An upload session as the control interface shows it. */
export const describeSession = (session: UploadSession) => ({
	upload_session_id: session.id,
	created_at: new Date(session.createdAt).toISOString(),
	files: [...session.files.values()].map((file) => ({
		file_id: file.fileId,
		file_name: file.fileName,
		file_size_bytes: file.sizeBytes,
		state: file.state,
		uploaded_parts: file.parts.size,
		uploaded_bytes: [...file.parts.values()].reduce((sum, part) => sum + part.size, 0),
	})),
});
