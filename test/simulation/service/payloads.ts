import type { Extraction, Extractions } from './extractions';

const DAY = 86_400_000;
const iso = (time: number): string => new Date(time).toISOString();

function pagesOf({ docs }: Extraction) {
	const all = docs.flatMap(({ doc, fileName }) =>
		doc.pages.map((_, index) => ({
			file_name: fileName,
			page: index + 1,
			failed: doc.failedPages.includes(index + 1),
		})),
	);
	const plain = (failed: boolean) =>
		all.filter((page) => page.failed === failed).map(({ file_name, page }) => ({ file_name, page }));
	const affected = docs.filter(({ doc }) => doc.failedPages.length > 0);
	return {
		successful_count: plain(false).length,
		failed_count: plain(true).length,
		successful: plain(false),
		failed: plain(true),
		failure_reasons:
			affected.length === 0
				? []
				: [
						{
							code: 'PROCESSING_FILE_SIZE_LIMIT_EXCEEDED',
							message: 'A page grew too large',
							affected_pages: affected.map(({ doc, fileName }) => ({
								file_name: fileName,
								pages: doc.failedPages,
							})),
						},
					],
	};
}

function reviewOf(extractions: Extractions, extraction: Extraction) {
	const rows = extractions.rows(extraction);
	const items = rows.flatMap(({ review, fileName, page }, index) =>
		review
			? [
					{
						message: 'The total does not add up',
						affected_fields: ['Amount'],
						output_row_numbers: [index + 1],
						source_references: [`${fileName} (Page ${page})`],
					},
				]
			: [],
	);
	return { count: items.length, items };
}

/** "Payload by status" of the status endpoint. */
export function statusPayload(
	extractions: Extractions,
	extraction: Extraction,
	storage: string,
): Record<string, unknown> {
	const { id: extraction_id, status, credits: credits_deducted, reason, error } = extraction;
	const base = { success: status !== 'failed', status, extraction_id };
	const credits = { credits_balance: extractions.credits, credits_reserved: extractions.reserved };
	const url = (format: string) =>
		extractions.isExpired(extraction)
			? null
			: `${storage}/outputs/${extraction_id}/${format}?signature=SIGNEDoutput`;
	if (status === 'processing') return { ...base, progress: 40 };
	if (status === 'input_required')
		return {
			...base,
			progress: 60,
			answer_by: iso(extraction.answerBy),
			questions: extractions.questions(extraction),
		};
	if (status === 'failed') return { ...base, error };
	if (status === 'cancelled') return { ...base, credits_deducted, cancellation_reason: reason, ...credits };
	return {
		...base,
		...credits,
		credits_deducted,
		output_structure: extraction.structure === 'automatic' ? 'per_invoice' : extraction.structure,
		output_expires_at: iso(extraction.createdAt + 90 * DAY),
		pages: pagesOf(extraction),
		ai_uncertainty_notes: [],
		review_needed: reviewOf(extractions, extraction),
		output: { xlsx_url: url('xlsx'), csv_url: url('csv'), json_url: url('json') },
	};
}

/** What a list item and the details record have in common. */
function common(extraction: Extraction) {
	const { id, submissionId, taskName, status, createdAt, viaWebApp, docs, structure, credits } = extraction;
	return {
		extraction_id: id,
		submission_id: viaWebApp ? null : submissionId,
		task_name: taskName,
		status,
		created_at: iso(createdAt),
		submission_method: viaWebApp ? 'web_app' : 'api',
		file_count: docs.length,
		output_structure: structure === 'automatic' && status === 'completed' ? 'per_invoice' : structure,
		...(status === 'completed' || status === 'cancelled' ? { credits_deducted: credits } : {}),
		...(status === 'processing' || status === 'input_required' ? { progress: 40 } : {}),
	};
}

export function listItem(extraction: Extraction) {
	const { error, docs } = extraction;
	const names = docs.map(({ fileName }) => fileName);
	const failure = error ? { error: { code: error.code, retryable: error.retryable } } : {};
	return {
		...common(extraction),
		file_names_preview: names.slice(0, 5),
		file_names_truncated: names.length > 5,
		...failure,
	};
}

export function detailsRecord(extractions: Extractions, extraction: Extraction) {
	const { prompt, options, docs, error, status } = extraction;
	const done =
		status === 'completed'
			? {
					available_outputs: extractions.isExpired(extraction) ? [] : ['xlsx', 'csv', 'json'],
					output_expires_at: iso(extraction.createdAt + 90 * DAY),
					pages: pagesOf(extraction),
					ai_uncertainty_notes: [],
					review_needed: reviewOf(extractions, extraction),
				}
			: {};
	return {
		...common(extraction),
		prompt,
		options: { exclude_columns: [], ...options },
		file_names: docs.map(({ fileName }) => fileName),
		...done,
		...(status === 'failed' ? { error } : {}),
	};
}

/** A page of rows. */
export function resultsPage(extractions: Extractions, extraction: Extraction, offset: number, limit: number) {
	const excluded = (extraction.options.exclude_columns ?? []) as string[];
	const typed = extraction.options.json_typed_values === true;
	const all = extractions.rows(extraction).map(({ doc, page, line, fileName, review }) => ({
		'Invoice Number': doc,
		Amount: typed ? page * 100 + line : String(page * 100 + line),
		'Asked For':
			typeof extraction.prompt === 'string' ? extraction.prompt : JSON.stringify(extraction.prompt),
		...(excluded.includes('source_file') ? {} : { 'Source File': `${fileName} (Page ${page})` }),
		...(excluded.includes('review_needed')
			? {}
			: { 'Review Needed': review ? 'The total does not add up' : typed ? null : '' }),
	}));
	const rows = all.slice(offset, offset + limit);
	const review = reviewOf(extractions, extraction);
	const isOnPage = (number: number) => number > offset && number <= offset + rows.length;
	const next = offset + rows.length;
	return {
		success: true,
		extraction_id: extraction.id,
		status: extraction.status,
		output_structure: 'per_invoice',
		output_expires_at: iso(extraction.createdAt + 90 * DAY),
		json_typed_values: typed,
		columns: Object.keys(all[0] ?? {}),
		rows,
		offset,
		limit,
		row_count: rows.length,
		total_rows: all.length,
		has_more: next < all.length,
		next_offset: next < all.length ? next : null,
		review_needed: {
			count: review.count,
			items: review.items.filter((item) => item.output_row_numbers.some(isOnPage)),
		},
		pages: pagesOf(extraction),
	};
}
