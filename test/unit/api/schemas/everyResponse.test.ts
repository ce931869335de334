import { creditBalance } from '../../../../nodes/DocumentDataExtraction/api/endpoints/credits';
import {
	extractionDetails,
	extractionList,
	extractionStatus,
	outputUrl,
	resultsPage,
	submission,
} from '../../../../nodes/DocumentDataExtraction/api/schemas/extractions';
import {
	completedFile,
	partUrls,
	uploadSessionSchema,
} from '../../../../nodes/DocumentDataExtraction/api/endpoints/uploads';
import { EXTRACTION_ID as ID, WELL, type Step } from '../../../support/http/service';

const bodyOf = (step: Step): object => JSON.parse((WELL[step] as { body: string }).body) as object;
const CHANGING = { success: true, status: 'processing', extraction_id: ID, progress: 40 };
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
const asking = {
	...CHANGING,
	status: 'input_required',
	answer_by: '2026-03-06T02:00:00Z',
	questions: [question],
};
const error = {
	code: 'ENCRYPTED_FILE',
	message: 'Locked',
	retryable: false,
	details: { file_names: ['a.pdf'] },
};
const listed = {
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
};
const { review_needed, pages } = completed;

/** The responses of runs that go well, and what these do not have. */
const RESPONSES: Array<[string, { parse(body: unknown): unknown }, object]> = [
	['the balance', creditBalance, bodyOf('balance')],
	['an upload session', uploadSessionSchema, bodyOf('session')],
	['the addresses of parts', partUrls, bodyOf('parts')],
	['a completed file', completedFile, bodyOf('complete')],
	['a submission', submission, bodyOf('submit')],
	['a processing extraction', extractionStatus, CHANGING],
	['an extraction that asks', extractionStatus, asking],
	['a completed extraction', extractionStatus, completed],
	['a failed extraction', extractionStatus, { ...CHANGING, success: false, status: 'failed', error }],
	[
		'a cancelled extraction',
		extractionStatus,
		{ ...completed, status: 'cancelled', cancellation_reason: 'unanswered' },
	],
	['a cancellation', extractionStatus, bodyOf('cancel')],
	['a list', extractionList, { ...bodyOf('list'), extractions: [listed] }],
	[
		'rows',
		resultsPage,
		{ ...bodyOf('results'), json_typed_values: true, status: 'completed', review_needed, pages },
	],
	['details', extractionDetails, bodyOf('details')],
	['the URL of an output', outputUrl, bodyOf('output')],
];

it.each(RESPONSES)(
	'the response with %s comes back as it is, with fields of a later version',
	(name, schema, response) => {
		const later = { ...response, new_field: { deep: true } };
		// The reader adds how many entries cannot be read.
		const added = name === 'a list' ? { unreadable: 0 } : {};
		expect(schema.parse(later)).toEqual({ ...later, ...added });
	},
);

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
		['the files of a session', uploadSessionSchema, { upload_session_id: 's' }],
		['the addresses of parts', partUrls, { part_size: 8, part_urls: null }],
		[
			'an address to send a part to',
			partUrls,
			{ part_size: 8, part_urls: [{ part_number: 1, url: '/upload/part-1' }] },
		],
		['an address to download from', outputUrl, { download_url: 'nowhere', format: 'xlsx' }],
		['the extractions of a list', extractionList, { has_more: false }],
		['the balance', creditBalance, { credits_reserved: 0 }],
	])('an answer is refused that misses %s', (_what, schema, response) =>
		expect(schema.safeParse(response).success).toBe(false),
	);
});

describe('lists are read entry by entry', () => {
	const item = listed;

	it('leaves out an extraction that cannot be used, and says how many there are', () => {
		const strange = [null, 'text', { ...item, extraction_id: null }, { ...item, created_at: 5 }, {}];
		const page = extractionList.parse({ extractions: [item, ...strange, item], has_more: false });
		expect(page.extractions).toEqual([item, item]);
		expect(page.unreadable).toBe(5);
	});

	it('takes null for no extraction', () =>
		expect(extractionList.parse({ extractions: null, has_more: false })).toMatchObject({
			extractions: [],
			unreadable: 0,
		}));

	it('leaves out a file without a part size, for its uploader to miss', () => {
		const good = { file_id: 'f', file_name: 'a.pdf', part_size: 8 };
		const files = [good, null, { ...good, part_size: 0 }, { file_id: 'g' }];
		expect(uploadSessionSchema.parse({ files }).files).toEqual([good]);
	});

	it('ends a list where the service says so, whatever its cursor', () => {
		const cursorOf = (page: object) => extractionList.parse({ extractions: [], ...page }).next_cursor;
		expect(cursorOf({ has_more: false, next_cursor: 'c' })).toBeNull();
		expect(cursorOf({ has_more: true, next_cursor: 'c' })).toBe('c');
		expect(cursorOf({ next_cursor: 'c' })).toBe('c');
		expect(cursorOf({ has_more: true, next_cursor: null })).toBeNull();
	});
});

describe('what is said in another way', () => {
	const parse = (fields: object) =>
		extractionStatus.parse({ extraction_id: ID, status: 'completed', ...fields });

	it('takes a text for the main field of a note, a point to review, a reason or an error', () => {
		const read = parse({
			ai_uncertainty_notes: ['Dates are day first'],
			review_needed: { items: ['Look at row 1'] },
			pages: { failure_reasons: ['Too large'] },
			error: 'It broke',
		});
		expect(read.ai_uncertainty_notes).toEqual([
			{ topic: '', description: 'Dates are day first', suggested_prompt_additions: [] },
		]);
		expect(read.review_needed).toMatchObject({ count: 1, items: [{ message: 'Look at row 1' }] });
		expect(read.pages?.failure_reasons).toEqual([{ code: '', message: 'Too large', affected_pages: [] }]);
		expect(read.error).toMatchObject({ code: 'UNKNOWN_ERROR', message: 'It broke' });
	});

	it('counts what is listed where the count is missing', () => {
		const pages = { successful_count: null, successful: [{ file_name: 'a.pdf', page: 1 }], failed: null };
		expect(parse({ pages }).pages).toMatchObject({ successful_count: 1, failed_count: 0, failed: [] });
	});

	it('keeps a failed page whose number is missing: its document is known', () => {
		const failed = [{ file_name: 'a.pdf', page: null }, { page: 2 }, null];
		expect(parse({ pages: { failed } }).pages?.failed).toEqual([{ file_name: 'a.pdf', page: null }]);
	});

	it('asks a question that has but an ID', () =>
		expect(
			parse({ questions: [{ question_id: 'q1', choices: [{ choice_id: 'c1' }, {}] }] }).questions,
		).toEqual([
			expect.objectContaining({
				question_id: 'q1',
				question: 'q1',
				choices: [expect.objectContaining({ choice_id: 'c1', label: 'c1' })],
			}),
		]));
});

describe('signed addresses in what the service says', () => {
	const signed = 'see https://files.example.com/a.pdf?X-Amz-Signature=s3cret&x=1 now';
	const cut = 'see https://files.example.com/a.pdf?… now';

	it('lose their query, wherever it is said', () => {
		const read = extractionStatus.parse({
			extraction_id: ID,
			status: 'failed',
			error: { code: 'X', message: signed, details: { url: signed, deep: [{ er: signed }] } },
			pages: { failure_reasons: [{ message: signed }] },
			ai_uncertainty_notes: [{ description: signed, suggested_prompt_additions: [signed] }],
			review_needed: { items: [{ message: signed, source_references: [signed] }] },
		});
		expect(JSON.stringify(read)).not.toContain('s3cret');
		expect(read.error).toMatchObject({ message: cut, details: { url: cut, deep: [{ er: cut }] } });
	});

	it('leave names and sentences as they are', () => {
		const details = { file_names: ['really?.pdf', 'a?b.pdf'] };
		const read = extractionStatus.parse({
			extraction_id: ID,
			status: 'failed',
			error: { code: 'X', message: 'Is it due?Yes. Which date? 3/4', details },
		});
		expect(read.error).toMatchObject({ message: 'Is it due?Yes. Which date? 3/4', details });
	});
});
