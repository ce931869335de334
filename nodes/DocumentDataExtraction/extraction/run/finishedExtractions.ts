import { isServiceError, ServiceError } from '../../api/errors/ServiceError';
import { itemNumbers } from '../../shared/itemNumbers';
import type { Extracted } from './batch';

/** A sentence names no more. */
const EXTRACTIONS_NAMED = 10;

interface FinishedExtraction {
	extraction_id: string;
	/** The input items whose files it covers. */
	items: number[];
}

const describe = ({ status, files }: Extracted): FinishedExtraction => ({
	extraction_id: status.extraction_id,
	items: [...new Set(files.map(({ itemIndex }) => itemIndex))],
});

const listed = (texts: string[]): string =>
	texts.slice(0, EXTRACTIONS_NAMED).join(', ') +
	(texts.length > EXTRACTIONS_NAMED ? ` and ${texts.length - EXTRACTIONS_NAMED} more` : '');

/**
 * Adds to a failure the other extractions of the run that were completed. They are charged, and their rows cost nothing more. The
 * failure already names its own extraction.
 */
export function withFinished(error: unknown, extractions: Extracted[]): unknown {
	if (!isServiceError(error)) return error;
	const { note, facts, extractionId } = error.failure;
	const finished = extractions
		.filter(({ status }) => status.status === 'completed' && status.extraction_id !== extractionId)
		.map(describe);
	if (finished.length === 0) return error;
	const named = finished.map(
		({ extraction_id, items }) => `${extraction_id} (${itemNumbers(items).toLowerCase()})`,
	);
	const others = `Other extractions of this run are completed and charged: ${listed(named)}. Get Rows with these IDs collects their rows at no cost.`;
	return new ServiceError({
		...error.failure,
		note: [note, others].filter(Boolean).join(' '),
		facts: { ...facts, finished_extractions: finished },
	});
}
