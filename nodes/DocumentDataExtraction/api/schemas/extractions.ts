import { z } from 'zod';
import { serviceErrorBody } from './errors';

const pageReference = z.object({ file_name: z.string(), page: z.number() }).passthrough();

/** "Page result" */
export const pageResult = z
	.object({
		successful_count: z.number(),
		failed_count: z.number(),
		successful: z.array(pageReference).default([]),
		failed: z.array(pageReference).default([]),
		failure_reasons: z
			.array(
				z
					.object({
						code: z.string(),
						message: z.string(),
						affected_pages: z
							.array(z.object({ file_name: z.string(), pages: z.array(z.number()) }).passthrough())
							.default([]),
					})
					.passthrough(),
			)
			.default([]),
	})
	.passthrough();
export type PageResult = z.infer<typeof pageResult>;

/** "Review Needed item" */
export const reviewNeeded = z
	.object({
		count: z.number(),
		items: z
			.array(
				z
					.object({
						message: z.string(),
						affected_fields: z.array(z.string()).default([]),
						output_row_numbers: z.array(z.number()).default([]),
						source_references: z.array(z.string()).default([]),
					})
					.passthrough(),
			)
			.default([]),
	})
	.passthrough();
export type ReviewNeeded = z.infer<typeof reviewNeeded>;

/** "Prompt note" */
export const promptNote = z
	.object({
		topic: z.string(),
		description: z.string(),
		suggested_prompt_additions: z.array(z.unknown()).default([]),
	})
	.passthrough();

/** "Question" */
export const question = z
	.object({
		question_id: z.string(),
		type: z.string(),
		question: z.string(),
		example_from_documents: z.string().nullish(),
		scope: z.object({ level: z.string(), applies_to: z.string().nullish() }).passthrough().nullish(),
		choices: z
			.array(
				z
					.object({
						choice_id: z.string(),
						label: z.string(),
						cell_would_contain: z.unknown(),
						recommended: z.boolean().nullish(),
					})
					.passthrough(),
			)
			.default([]),
		recommended_approach: z.string().nullish(),
		previous_answer_rejected: z.boolean().nullish(),
	})
	.passthrough();
export type Question = z.infer<typeof question>;

/** `POST /extractions` */
export const submission = z.object({ extraction_id: z.string(), submission_state: z.string() }).passthrough();
export type Submission = z.infer<typeof submission>;

/**
 * The payload of `GET /extractions/{extraction_id}`, of answers and of a finished cancel. One shape for every status, because a
 * status that this package does not know must pass through.
 */
export const extractionStatus = z
	.object({
		extraction_id: z.string(),
		status: z.string(),
		success: z.boolean().optional(),
		progress: z.number().nullish(),
		answer_by: z.string().nullish(),
		questions: z.array(question).nullish(),
		credits_deducted: z.number().nullish(),
		credits_balance: z.number().nullish(),
		credits_reserved: z.number().nullish(),
		output_structure: z.string().nullish(),
		output_expires_at: z.string().nullish(),
		pages: pageResult.nullish(),
		ai_uncertainty_notes: z.array(promptNote).nullish(),
		review_needed: reviewNeeded.nullish(),
		output: z.record(z.string().nullable()).nullish(),
		cancellation_reason: z.string().nullish(),
		cancellation_requested: z.boolean().nullish(),
		cancel_requested_at: z.string().nullish(),
		error: serviceErrorBody.nullish(),
	})
	.passthrough();
export type ExtractionStatus = z.infer<typeof extractionStatus>;

/** An item of `GET /extractions` */
export const listedExtraction = z
	.object({
		extraction_id: z.string(),
		submission_id: z.string().nullish(),
		task_name: z.string().nullish(),
		status: z.string(),
		created_at: z.string(),
		submission_method: z.string().nullish(),
		file_count: z.number().nullish(),
		file_names_preview: z.array(z.string()).default([]),
		file_names_truncated: z.boolean().nullish(),
		output_structure: z.string().nullish(),
		available_outputs: z.array(z.string()).nullish(),
	})
	.passthrough();
export type ListedExtraction = z.infer<typeof listedExtraction>;

/** `GET /extractions` */
export const extractionList = z
	.object({
		extractions: z.array(listedExtraction),
		has_more: z.boolean(),
		next_cursor: z.string().nullish(),
	})
	.passthrough();
export type ExtractionList = z.infer<typeof extractionList>;

/** `GET /extractions/{extraction_id}/details` */
export const extractionDetails = z
	.object({
		extraction: z
			.object({
				extraction_id: z.string(),
				status: z.string(),
				task_name: z.string().nullish(),
				available_outputs: z.array(z.string()).nullish(),
				file_names: z.array(z.string()).nullish(),
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
		columns: z.array(z.string()).default([]),
		rows: z.custom<ResultRow[]>(Array.isArray, 'Expected an array'),
		offset: z.number(),
		total_rows: z.number(),
		has_more: z.boolean(),
		next_offset: z.number().nullish(),
		review_needed: reviewNeeded.nullish(),
		pages: pageResult.nullish(),
	})
	.passthrough();
export type ResultsPage = z.infer<typeof resultsPage>;

/** `GET /extractions/{extraction_id}/output` */
export const outputUrl = z
	.object({ download_url: z.string(), format: z.string(), expires_in_seconds: z.number().nullish() })
	.passthrough();
export type OutputUrl = z.infer<typeof outputUrl>;

/** `DELETE /extractions/{extraction_id}` */
export const deletion = z.object({ success: z.boolean().optional() }).passthrough();
