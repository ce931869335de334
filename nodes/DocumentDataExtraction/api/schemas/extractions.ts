import { z } from 'zod';
import { extractionError } from './errors';
import { pageResult, promptNote, reviewNeeded } from './pages';
import { maybe, maybeListOf, texts, webAddress, readableList } from './tolerant';
import { isRecord } from '../../shared/json';

const questionChoice = z
	.object({
		choice_id: z.string(),
		label: z.string().catch(''),
		cell_would_contain: z.unknown(),
		recommended: maybe(z.boolean()),
	})
	.passthrough()
	.transform((given) => ({ ...given, label: given.label || given.choice_id }));

/** "Question". It can be answered if its ID is known, whatever else is missing. */
export const question = z
	.object({
		question_id: z.string(),
		type: z.string().catch(''),
		question: z.string().catch(''),
		example_from_documents: maybe(z.string()),
		scope: maybe(z.object({ level: maybe(z.string()), applies_to: maybe(z.string()) }).passthrough()),
		choices: readableList(questionChoice),
		recommended_approach: maybe(z.string()),
		previous_answer_rejected: maybe(z.boolean()),
	})
	.passthrough()
	.transform((given) => ({ ...given, question: given.question || given.question_id }));
export type Question = z.infer<typeof question>;

// Only what the code needs to go on is required. The service may add to the rest, leave it out or send null, and a paid response is
// not lost over a field that nobody reads. What is not named here passes as it is.

export type { PageResult, ReviewNeeded } from './pages';

/** `POST /extractions` */
export const submission = z
	.object({ extraction_id: z.string(), submission_state: maybe(z.string()) })
	.passthrough();
export type Submission = z.infer<typeof submission>;

const TERMINAL = new Set(['completed', 'failed', 'cancelled']);

/** Whether an extraction has ended. A status that this package does not know has not ("Versioning"). */
export const isTerminal = (status: string): boolean => TERMINAL.has(status);

/**
 * The payload of `GET /extractions/{extraction_id}`, of answers and of a finished cancel. One shape for every status, because a
 * status that this package does not know must pass through.
 */
export const extractionStatus = z
	.object({
		extraction_id: z.string(),
		status: z.string(),
		progress: maybe(z.number()),
		answer_by: maybe(z.string()),
		questions: maybeListOf(question),
		credits_deducted: maybe(z.number()),
		credits_balance: maybe(z.number()),
		credits_reserved: maybe(z.number()),
		output_structure: maybe(z.string()),
		output_expires_at: maybe(z.string()),
		pages: maybe(pageResult),
		ai_uncertainty_notes: maybeListOf(promptNote),
		review_needed: maybe(reviewNeeded),
		output: maybe(z.record(z.unknown())),
		cancellation_reason: maybe(z.string()),
		error: maybe(extractionError),
	})
	.passthrough();
export type ExtractionStatus = z.infer<typeof extractionStatus>;

/** An item of `GET /extractions` */
const listEntry = z
	.object({
		extraction_id: z.string(),
		status: z.string(),
		created_at: z.string(),
		submission_id: maybe(z.string()),
		task_name: maybe(z.string()),
		submission_method: maybe(z.string()),
		file_count: maybe(z.number()),
		file_names_preview: texts,
		file_names_truncated: maybe(z.boolean()),
		output_structure: maybe(z.string()),
		available_outputs: maybeListOf(z.string()),
	})
	.passthrough();
export type ListedExtraction = z.infer<typeof listEntry>;

/** `GET /extractions`. An unreadable item does not hide the others; the unreadable ones are counted. */
export const extractionList = z
	.object({
		extractions: z.array(z.unknown()).nullable(),
		has_more: maybe(z.boolean()),
		next_cursor: maybe(z.string()),
	})
	.passthrough()
	.transform(({ extractions: entries, has_more, next_cursor, ...more }) => {
		const extractions = readableList(listEntry).parse(entries);
		const hasMore = has_more ?? Boolean(next_cursor);
		return {
			...more,
			extractions,
			/** Items of the page that are not among the extractions. */
			unreadable: (entries?.length ?? 0) - extractions.length,
			has_more: hasMore,
			next_cursor: hasMore && next_cursor ? next_cursor : null,
		};
	});
export type ExtractionList = z.infer<typeof extractionList>;

/** `GET /extractions/{extraction_id}/details` */
export const extractionDetails = z
	.object({
		extraction: z
			.object({
				extraction_id: z.string(),
				status: z.string(),
				created_at: maybe(z.string()),
				task_name: maybe(z.string()),
				available_outputs: maybeListOf(z.string()),
				file_names: maybeListOf(z.string()),
				credits_deducted: maybe(z.number()),
				output_expires_at: maybe(z.string()),
				pages: maybe(pageResult),
				ai_uncertainty_notes: maybeListOf(promptNote),
				review_needed: maybe(reviewNeeded),
				error: maybe(extractionError),
			})
			.passthrough(),
	})
	.passthrough();
export type ExtractionDetails = z.infer<typeof extractionDetails>['extraction'];

/** A row of the results: column name to value. */
export type ResultRow = Record<string, unknown>;

/** `GET /extractions/{extraction_id}/results`. Rows are taken as they are: checking every cell would cost more than fetching it. */
export const resultsPage = z
	.object({
		columns: texts,
		rows: z.custom<ResultRow[]>(Array.isArray, 'Expected an array'),
		offset: maybe(z.number()),
		total_rows: maybe(z.number()),
		has_more: maybe(z.boolean()),
		next_offset: maybe(z.number()),
		review_needed: maybe(reviewNeeded),
		pages: maybe(pageResult),
	})
	.passthrough();
export type ResultsPage = z.infer<typeof resultsPage>;

/** `GET /extractions/{extraction_id}/output` */
export const outputUrl = z
	.object({ download_url: webAddress, format: maybe(z.string()), expires_in_seconds: maybe(z.number()) })
	.passthrough();
export type OutputUrl = z.infer<typeof outputUrl>;

/** `DELETE /extractions/{extraction_id}` */
export const deletion = z.custom<Record<string, unknown>>(isRecord, 'Expected an object');
