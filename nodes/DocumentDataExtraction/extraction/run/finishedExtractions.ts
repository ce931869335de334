import { isServiceError, ServiceError } from '../../api/errors/ServiceError';
import type { Extracted } from './batch';

/** A sentence names no more. */
const ITEMS_NAMED = 10;

interface FinishedExtraction {
	extraction_id: string;
	/** The input items whose files it covers. */
	items: number[];
}

const describe = ({ status, files }: Extracted): FinishedExtraction => ({
	extraction_id: status.extraction_id,
	items: [...new Set(files.map(({ itemIndex }) => itemIndex))],
});

const listItems = (texts: unknown[]): string =>
	texts.slice(0, ITEMS_NAMED).join(', ') +
	(texts.length > ITEMS_NAMED ? ` and ${texts.length - ITEMS_NAMED} more` : '');

/**
 * Adds to a failure the other extractions of the run that were completed: they are paid, and their rows cost nothing more. The failure
 * itself already tells about its own extraction.
 */
export function withFinished(error: unknown, extractions: Extracted[]): unknown {
	if (!isServiceError(error)) return error;
	const { note, facts, extractionId } = error.failure;
	const finished = extractions
		.filter(({ status }) => status.status === 'completed' && status.extraction_id !== extractionId)
		.map(describe);
	if (finished.length === 0) return error;
	const named = finished.map(
		({ extraction_id, items }) =>
			`${extraction_id} [${items.length === 1 ? 'item' : 'items'} ${listItems(items)}]`,
	);
	const others = `Completed and paid all the same: ${listItems(named)}. Get Rows with these IDs collects their rows at no cost.`;
	return new ServiceError({
		...error.failure,
		note: [note, others].filter(Boolean).join(' '),
		facts: { ...facts, finished_extractions: finished },
	});
}
