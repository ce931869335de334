import type { IDataObject } from 'n8n-workflow';
import type { ExtractionStatus } from '../../../api/schemas/extractions';
import { statusJson } from '../../../extraction/statusJson';

/** The output when no question is open. */
export const settledJson = (status: ExtractionStatus): IDataObject => ({
	...statusJson(status),
	open_questions: status.questions?.length ?? 0,
});
