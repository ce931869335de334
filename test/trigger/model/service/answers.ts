import type { ModelExtraction } from './extraction';

type Fields = Record<string, unknown>;

export interface Answer {
	statusCode: number;
	body: unknown;
	headers?: Record<string, string>;
}

export const ok = (body: Fields): Answer => ({ statusCode: 200, body: { success: true, ...body } });

export const refused = (
	statusCode: number,
	code: string,
	details: Fields | null = null,
	headers?: Record<string, string>,
): Answer => ({
	statusCode,
	headers,
	body: { success: false, error: { code, message: code, retryable: statusCode >= 429, details } },
});

export const ROWS_EACH = 2;

const PAGES = { successful_count: 1, failed_count: 0, successful: [], failed: [], failure_reasons: [] };
const REVIEW = { count: 0, items: [] };
const failure = (message: string) => ({ code: 'NO_PAGES_FOUND', message, retryable: false, details: null });

function endFields({ status, createdAt }: ModelExtraction): Fields {
	if (status === 'completed')
		return {
			credits_deducted: 1,
			available_outputs: ['xlsx', 'csv', 'json'],
			output_expires_at: new Date(createdAt + 90 * 86_400_000).toISOString(),
		};
	if (status === 'cancelled') return { credits_deducted: 0 };
	return {};
}

/** What lists and details have in common. */
function common(extraction: ModelExtraction, asTeam: boolean): Fields {
	const { id, status, traits, createdAt } = extraction;
	return {
		extraction_id: id,
		submission_id: traits.method === 'api' ? `s${extraction.number}` : null,
		task_name: traits.name,
		status,
		created_at: new Date(createdAt).toISOString(),
		submission_method: traits.method,
		file_count: 1,
		output_structure: 'per_invoice',
		...endFields(extraction),
		...(asTeam ? { submitted_by: { email: `${traits.owner}@example.com` } } : {}),
	};
}

export const listItem = (extraction: ModelExtraction, asTeam: boolean): Fields => ({
	...common(extraction, asTeam),
	file_names_preview: ['a.pdf'],
	file_names_truncated: false,
	...(extraction.status === 'failed' ? { error: { code: 'NO_PAGES_FOUND', retryable: false } } : {}),
	...(extraction.status === 'processing' ? { progress: 50 } : {}),
});

export const detailsOf = (extraction: ModelExtraction, asTeam: boolean): Answer =>
	ok({
		extraction: {
			...common(extraction, asTeam),
			prompt: 'Rows',
			options: { exclude_columns: [] },
			file_names: ['a.pdf'],
			...(extraction.status === 'completed'
				? { pages: PAGES, ai_uncertainty_notes: [], review_needed: REVIEW }
				: {}),
			...(extraction.status === 'failed' ? { error: failure('No pages') } : {}),
		},
	});

export function statusOf(extraction: ModelExtraction): Answer {
	const { id, status, open, bornAt } = extraction;
	const balance = { credits_balance: 50, credits_reserved: 0 };
	const more: Record<string, Fields> = {
		processing: { progress: 50 },
		input_required: {
			progress: 50,
			answer_by: new Date(bornAt + 40 * 3_600_000).toISOString(),
			questions: open,
		},
		completed: {
			...balance,
			output_structure: 'per_invoice',
			pages: PAGES,
			ai_uncertainty_notes: [],
			review_needed: REVIEW,
			output: { xlsx_url: null, csv_url: null, json_url: null },
		},
		failed: { success: false, error: failure('No pages') },
		cancelled: { ...balance, cancellation_reason: 'user' },
	};
	return ok({ status, extraction_id: id, ...endFields(extraction), ...more[status] });
}

export function resultsOf(extraction: ModelExtraction, { offset = 0, limit = 100 }: Fields): Answer {
	if (extraction.status !== 'completed') return refused(404, 'OUTPUT_NOT_AVAILABLE');
	const all = Array.from({ length: ROWS_EACH }, (_, index) => ({ No: String(index + 1), Total: '1.00' }));
	const rows = all.slice(Number(offset), Number(offset) + Number(limit));
	const next = Number(offset) + rows.length;
	return ok({
		extraction_id: extraction.id,
		status: 'completed',
		output_structure: 'per_invoice',
		json_typed_values: false,
		columns: ['No', 'Total'],
		rows,
		offset: Number(offset),
		limit: Number(limit),
		row_count: rows.length,
		total_rows: ROWS_EACH,
		has_more: next < ROWS_EACH,
		next_offset: next < ROWS_EACH ? next : null,
		review_needed: REVIEW,
		pages: PAGES,
	});
}
