import type { ReviewItem } from '../documents/types';
import { PROCESSING_FAILURES } from '../errors';
import type { Extraction } from '../state/extraction';
import type { World } from '../world';
import { failPages } from './failPages';
import { syntheticOutcome, type Outcome } from './syntheticRows';
import { wholeFile } from './wholeFile';

/** A failure whose details name files, where the plan gives none. */
const NAMES_FILES = new Set(['ENCRYPTED_FILE', 'FILE_PAGE_LIMIT_EXCEEDED']);

function plannedFailure({ plan, fileNames }: Extraction): Outcome {
	const { code, message, retryable, details } = plan.fail!;
	return {
		kind: 'failed',
		code,
		message: message ?? PROCESSING_FAILURES[code]?.message ?? `The extraction failed with ${code}.`,
		retryable,
		details: details ?? (NAMES_FILES.has(code) ? { file_names: fileNames.slice(0, 1) } : null),
	};
}

async function fromDocuments(world: World, extraction: Extraction): Promise<Outcome> {
	const files = [];
	for (const file of extraction.files) {
		files.push({ fileId: file.fileId, fileName: file.fileName, path: await wholeFile(world, file) });
	}
	return await world.read({
		files,
		prompt: extraction.prompt,
		outputStructure: extraction.outputStructure ?? 'automatic',
		askQuestions: extraction.options.ask_questions,
		answers: extraction.answers,
	});
}

const withReviewItems = (outcome: Outcome, items: ReviewItem[] = []): Outcome =>
	outcome.kind === 'completed' ? { ...outcome, reviewItems: [...outcome.reviewItems, ...items] } : outcome;

/** What one stretch of processing ends in: what is planned for the extraction, or what its documents say. */
export async function outcomeOf(world: World, extraction: Extraction): Promise<Outcome> {
	const { plan, options, questionRound } = extraction;
	if (plan.fail) return plannedFailure(extraction);
	const round = plan.questions?.[questionRound];
	if (round && options.ask_questions) return { kind: 'questions', questions: round };
	const outcome =
		plan.rows === undefined
			? await fromDocuments(world, extraction)
			: syntheticOutcome(extraction, plan.rows, plan.linesPerInvoice);
	return failPages(withReviewItems(outcome, plan.reviewItems), plan.failedPages ?? 0);
}
