import { isTerminal } from '../api/extractions';
import type { ExtractionStatus } from '../api/schemas/extractions';

/** Whether an extraction goes on by itself. */
export const isProcessing = ({ status }: Pick<ExtractionStatus, 'status'>): boolean =>
	!isTerminal(status) && status !== 'input_required';

/** Tells an AI agent, whose calls are short, how to go on with a long extraction. */
export const stillProcessing = (extractionId: string): string =>
	`Still processing. Call Get Status with extraction_id ${extractionId} in a minute. Once it is completed, call Get Rows.`;
