import { creditBalance } from '../../../nodes/DocumentDataExtraction/api/schemas/credits';
import {
	extractionDetails,
	extractionList,
	extractionStatus,
	outputUrl,
	resultsPage,
	submission,
} from '../../../nodes/DocumentDataExtraction/api/schemas/extractions';
import {
	completedFile,
	partUrls,
	uploadSession,
} from '../../../nodes/DocumentDataExtraction/api/schemas/uploads';

const ID = '11111111-2222-4333-8444-555555555555';

// One response of each endpoint in the shape of the contract.
const question = {
	question_id: 'q1',
	type: 'single_choice',
	question: 'Which date?',
	example_from_documents: '03/04/2026',
	scope: { level: 'extraction', applies_to: 'all dates' },
	choices: [{ choice_id: 'c1', label: 'Day first', cell_would_contain: '2026-04-03', recommended: true }],
	recommended_approach: 'Day first',
	previous_answer_rejected: true,
};
const completed = {
	success: true,
	status: 'completed',
	extraction_id: ID,
	credits_deducted: 2,
	credits_balance: 48,
	credits_reserved: 0,
	output_structure: 'per_invoice',
	output_expires_at: '2026-06-02T10:00:00Z',
	pages: {
		successful_count: 2,
		failed_count: 1,
		successful: [{ file_name: 'a.pdf', page: 1 }],
		failed: [{ file_name: 'a.pdf', page: 3 }],
		failure_reasons: [
			{ code: 'X', message: 'Too large', affected_pages: [{ file_name: 'a.pdf', pages: [3] }] },
		],
	},
	ai_uncertainty_notes: [
		{
			topic: 'Dates',
			description: 'Day first',
			suggested_prompt_additions: [{ purpose: 'Say it', instructions: ['Dates are day first'] }],
		},
	],
	review_needed: {
		count: 1,
		items: [
			{
				message: 'Look',
				affected_fields: ['Total'],
				output_row_numbers: [1],
				source_references: ['a.pdf (Page 1)'],
			},
		],
	},
	output: { xlsx_url: 'https://files.example.com/x', csv_url: null, json_url: null },
};
const RESPONSES = {
	creditBalance: [creditBalance, { success: true, credits_balance: 5, credits_reserved: 1 }],
	uploadSession: [
		uploadSession,
		{
			success: true,
			upload_session_id: 's',
			files: [{ file_id: 'f', file_name: 'a.pdf', part_size: 8388608 }],
		},
	],
	partUrls: [
		partUrls,
		{
			success: true,
			upload_session_id: 's',
			file_id: 'f',
			file_name: 'a.pdf',
			part_size: 8388608,
			part_urls: [{ part_number: 1, url: 'https://files.example.com/p' }],
		},
	],
	completedFile: [completedFile, { success: true, upload_session_id: 's', file_id: 'f', file_name: 'a.pdf' }],
	submission: [submission, { success: true, extraction_id: ID, submission_state: 'received' }],
	processing: [extractionStatus, { success: true, status: 'processing', extraction_id: ID, progress: 40 }],
	inputRequired: [
		extractionStatus,
		{
			success: true,
			status: 'input_required',
			extraction_id: ID,
			progress: 40,
			answer_by: '2026-03-06T02:00:00Z',
			questions: [question],
		},
	],
	completed: [extractionStatus, completed],
	failed: [
		extractionStatus,
		{
			success: false,
			status: 'failed',
			extraction_id: ID,
			error: {
				code: 'ENCRYPTED_FILE',
				message: 'Locked',
				retryable: false,
				details: { file_names: ['a.pdf'] },
			},
		},
	],
	cancelled: [
		extractionStatus,
		{
			success: true,
			status: 'cancelled',
			extraction_id: ID,
			credits_deducted: 1,
			cancellation_reason: 'unanswered',
			credits_balance: 4,
			credits_reserved: 0,
		},
	],
	cancelRequested: [
		extractionStatus,
		{
			success: true,
			extraction_id: ID,
			status: 'processing',
			cancellation_requested: true,
			cancel_requested_at: '2026-03-04T10:00:00Z',
		},
	],
	list: [
		extractionList,
		{
			success: true,
			extractions: [
				{
					extraction_id: ID,
					submission_id: null,
					task_name: 'Invoices',
					status: 'processing',
					created_at: '2026-03-04T10:00:00Z',
					submission_method: 'web_app',
					file_count: 1,
					file_names_preview: ['a.pdf'],
					file_names_truncated: false,
					output_structure: 'automatic',
					progress: 10,
				},
			],
			has_more: false,
			next_cursor: null,
		},
	],
	results: [
		resultsPage,
		{
			success: true,
			extraction_id: ID,
			status: 'completed',
			output_structure: 'per_invoice',
			output_expires_at: '2026-06-02T10:00:00Z',
			json_typed_values: true,
			columns: ['Total', 'Source File'],
			rows: [{ Total: 12.5, 'Source File': 'a.pdf (Page 1)' }],
			offset: 0,
			limit: 1000,
			row_count: 1,
			total_rows: 1,
			has_more: false,
			next_offset: null,
			review_needed: completed.review_needed,
			pages: completed.pages,
		},
	],
	details: [
		extractionDetails,
		{
			success: true,
			extraction: {
				extraction_id: ID,
				status: 'completed',
				task_name: 'Invoices',
				prompt: '',
				options: { exclude_columns: [] },
				file_names: ['a.pdf'],
				available_outputs: ['json'],
				error: null,
				output_structure: null,
			},
		},
	],
	outputUrl: [
		outputUrl,
		{ download_url: 'https://files.example.com/x', format: 'xlsx', expires_in_seconds: 300 },
	],
} as const;

describe.each(Object.entries(RESPONSES))('the response schema of %s', (_name, [schema, response]) => {
	it('gives back what the contract shows, unchanged', () => expect(schema.parse(response)).toEqual(response));

	it('lets fields of a later version through', () => {
		const later = { ...response, new_field: { deep: true } };
		expect(schema.parse(later)).toEqual(later);
	});
});

describe('what a later version may invent', () => {
	const parse = (fields: object) => extractionStatus.parse({ extraction_id: ID, ...fields });

	it('passes an unknown status', () => expect(parse({ status: 'archived' }).status).toBe('archived'));

	it('passes unknown question types and scope levels', () => {
		const changed = { ...question, type: 'slider', scope: { level: 'document', applies_to: 'a.pdf' } };
		expect(parse({ status: 'input_required', questions: [changed] }).questions).toEqual([changed]);
	});

	it('passes unknown fields inside lists', () => {
		const pages = { ...completed.pages, successful: [{ file_name: 'a.pdf', page: 1, rotation: 90 }] };
		expect(parse({ status: 'completed', pages }).pages).toEqual(pages);
	});

	it('takes lists that are left out for empty ones', () => {
		const { pages, review_needed } = parse({
			status: 'completed',
			pages: { successful_count: 1, failed_count: 0 },
			review_needed: { count: 0 },
		});
		expect(pages).toMatchObject({ successful: [], failed: [], failure_reasons: [] });
		expect(review_needed).toEqual({ count: 0, items: [] });
	});
});

describe('what no version may leave out', () => {
	it.each([
		['the rows', resultsPage, { offset: 0, total_rows: 0, has_more: false }],
		['the extraction of a submission', submission, { submission_state: 'received' }],
		['the status', extractionStatus, { extraction_id: ID }],
		[
			'the part size',
			uploadSession,
			{ upload_session_id: 's', files: [{ file_id: 'f', file_name: 'a.pdf' }] },
		],
		[
			'a sensible part size',
			uploadSession,
			{ upload_session_id: 's', files: [{ file_id: 'f', file_name: 'a', part_size: 0 }] },
		],
		['the balance', creditBalance, { credits_reserved: 0 }],
	])('misses %s', (_what, schema, response) => expect(schema.safeParse(response).success).toBe(false));
});
