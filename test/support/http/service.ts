import { json, type Answer } from './answers';

export const API = 'https://api.example.com';
export const STORAGE = 'https://storage.example.com';
export const EXTRACTION_ID = '11111111-2222-4333-8444-555555555555';

/** The query of every signed URL: nobody but the storage may see it. */
export const SIGNATURE = 'signature=s1gned-for-one-t1me';

const upload = (step: string): RegExp => new RegExp(`^/v1/uploads/sessions/[^/]+/${step}$`);
const extraction = (part = ''): RegExp => new RegExp(`^/v1/extractions/[^/?]+${part}(\\?.*)?$`);

/** The calls that the package makes, by the names that the tests use. */
export const STEPS = {
	balance: ['GET', API, '/v1/credits/balance'],
	session: ['POST', API, '/v1/uploads/sessions'],
	parts: ['POST', API, upload('parts')],
	put: ['PUT', STORAGE, /^\/upload\//],
	complete: ['POST', API, upload('complete')],
	submit: ['POST', API, '/v1/extractions'],
	status: ['GET', API, extraction()],
	answers: ['POST', API, extraction('/answers')],
	cancel: ['POST', API, extraction('/cancel')],
	list: ['GET', API, /^\/v1\/extractions(\?.*)?$/],
	details: ['GET', API, extraction('/details')],
	remove: ['DELETE', API, extraction()],
	results: ['GET', API, extraction('/results')],
	output: ['GET', API, extraction('/output')],
	download: ['GET', STORAGE, /^\/download\//],
} as const;

export type Step = keyof typeof STEPS;

export const partUrl = (partNumber: number): string => `${STORAGE}/upload/part-${partNumber}?${SIGNATURE}`;

/** What is in the file, unless a test says otherwise. */
export const BYTES = Buffer.from('255044462dff', 'hex');

export const FILE_ID = 'file-1';

const file = { file_id: FILE_ID, file_name: 'invoice.pdf' };
const session = { upload_session_id: 'mail-1' };

/** The addresses of parts from one number to another. */
export const partAddresses = (first: number, last: number): Answer =>
	json({
		success: true,
		...session,
		...file,
		part_size: 6,
		part_urls: Array.from({ length: last - first + 1 }, (_, index) => ({
			part_number: first + index,
			url: partUrl(first + index),
		})),
	});

export const stored = (etag: string): Answer => ({ status: 200, body: '', headers: { ETag: etag } });

export const status = (more: object): Answer =>
	json({ success: true, extraction_id: EXTRACTION_ID, ...more });

/** One page of rows, the whole of them unless said otherwise. */
export const rows = (given: object[], more: object = {}): Answer =>
	json({
		success: true,
		extraction_id: EXTRACTION_ID,
		columns: Object.keys(given[0] ?? {}),
		rows: given,
		offset: 0,
		limit: 1000,
		row_count: given.length,
		total_rows: given.length,
		has_more: false,
		next_offset: null,
		review_needed: { count: 0, items: [] },
		...more,
	});

/** How each step goes well for one file of one part, whose extraction is done at once. */
export const WELL: Record<Step, Answer> = {
	balance: json({ success: true, credits_balance: 50, credits_reserved: 8 }),
	session: json({ success: true, ...session, files: [{ ...file, part_size: 6 }] }),
	parts: partAddresses(1, 1),
	put: stored('"e1"'),
	complete: json({ success: true, ...session, ...file }),
	submit: json({ success: true, extraction_id: EXTRACTION_ID, submission_state: 'received' }, 202),
	status: status({
		status: 'completed',
		credits_deducted: 1,
		credits_balance: 49,
		credits_reserved: 0,
		output_structure: 'per_invoice',
		output_expires_at: '2099-06-02T10:00:00Z',
		pages: {
			successful_count: 1,
			failed_count: 0,
			successful: [{ file_name: 'invoice.pdf', page: 1 }],
			failed: [],
			failure_reasons: [],
		},
		ai_uncertainty_notes: [],
		review_needed: { count: 0, items: [] },
		output: { xlsx_url: `${STORAGE}/download/rows.xlsx?${SIGNATURE}`, csv_url: null, json_url: null },
	}),
	answers: status({ status: 'processing', progress: 60 }),
	cancel: status({
		status: 'processing',
		cancellation_requested: true,
		cancel_requested_at: '2026-03-04T10:00:00Z',
	}),
	list: json({ success: true, extractions: [], has_more: false, next_cursor: null }),
	details: json({
		success: true,
		extraction: {
			extraction_id: EXTRACTION_ID,
			submission_id: 'mail-1',
			task_name: 'invoice',
			status: 'completed',
			created_at: '2026-03-04T10:00:00Z',
			submission_method: 'api',
			file_count: 1,
			file_names: ['invoice.pdf'],
			output_structure: 'per_invoice',
			prompt: 'Total',
			options: { exclude_columns: [] },
			credits_deducted: 1,
			available_outputs: ['xlsx', 'csv', 'json'],
			output_expires_at: '2099-06-02T10:00:00Z',
			pages: { successful_count: 1, failed_count: 0, successful: [], failed: [], failure_reasons: [] },
			ai_uncertainty_notes: [],
			review_needed: { count: 0, items: [] },
			error: null,
		},
	}),
	remove: json({ success: true }),
	results: rows([{ Total: 12.5, 'Source File': 'invoice.pdf (Page 1)' }]),
	output: json({
		download_url: `${STORAGE}/download/rows.xlsx?${SIGNATURE}`,
		format: 'xlsx',
		expires_in_seconds: 300,
	}),
	download: { status: 200, body: 'PK, the bytes of a file', headers: {} },
};

/** The steps of Extract Documents when all goes well, under a Submission ID of the user's: it may be known to the service. */
export const MAIN_JOB: Step[] = [
	'session',
	'parts',
	'put',
	'complete',
	'submit',
	'details',
	'status',
	'results',
];
