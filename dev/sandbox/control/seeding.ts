import { randomUUID } from 'node:crypto';
import type { ExtractedRow, PromptObject, Question, ReviewItem } from '../documents/types';
import { ANSWER_DEADLINE_MS } from '../limits';
import { syntheticOutcome } from '../processing/syntheticRows';
import { end, setStatus } from '../processing/ending';
import { failPages } from '../processing/failPages';
import { ask, cancel, fail } from '../processing/transitions';
import {
	DEFAULT_OPTIONS,
	type CancellationReason,
	type Extraction,
	type ExtractionOptions,
	type Failure,
	type OutputFormat,
	type OutputStructure,
} from '../state/extraction';
import type { ExtractionPlan } from '../state/plan';
import { newExtraction } from '../state/newExtraction';
import type { World } from '../world';

interface Outcome {
	/** Any status; an unknown one is shown as it is. */
	status?: string;
	/** For `completed`: made-up rows (default one). */
	rowCount?: number;
	/** For `completed`: see `ExtractionPlan`. */
	linesPerInvoice?: ExtractionPlan['linesPerInvoice'];
	/** For `completed`: rows with these values instead, each from a page of its own of the first file. */
	values?: Array<ExtractedRow['values']>;
	review_items?: ReviewItem[];
	/** For `completed`: so many pages (a file is a page), counted from the end, failed; their rows are missing. */
	failedPages?: number;
	/** For `completed`: see `ExtractionPlan`. */
	laggingRows?: ExtractionPlan['laggingRows'];
	/** For `completed`: formats generated. Default all. */
	available_outputs?: OutputFormat[];
	/** Charge for `completed` and `cancelled`; default one credit per file for `completed`, nothing for `cancelled`. */
	credits_deducted?: number;
	/** For `input_required`; one question about dates by default. */
	questions?: Question[];
	/** Default 40 hours after `created_at`; one in the past cancels at once, as `unanswered`. */
	answer_by?: string | Date;
	/** For `failed`; INTERNAL_ERROR by default. */
	error?: Partial<Failure> & { code: string };
	/** For `cancelled`; `user` by default. */
	cancellation_reason?: CancellationReason;
}

export interface SeedExtraction extends Outcome {
	extraction_id?: string;
	created_at?: string | Date | number;
	submission_id?: string | null;
	submission_method?: 'api' | 'web_app';
	task_name?: string;
	file_names?: string[];
	output_structure?: OutputStructure | null;
	prompt?: string | PromptObject;
	options?: Partial<ExtractionOptions>;
	hidden?: boolean;
	/** Whose it is; the sandbox's own key by default. */
	key?: string;
}

export interface UpdateExtraction extends Outcome {
	extraction_id: string;
}

const DEFAULT_QUESTION: Question = {
	question_id: 'date_order',
	type: 'single_choice',
	question: 'Is 03/04/2024 the 3rd of April or the 4th of March?',
	example_from_documents: '03/04/2024',
	scope: { level: 'extraction', applies_to: 'all documents' },
	choices: [
		{ choice_id: 'day_first', label: 'Day first', cell_would_contain: '2024-04-03', recommended: true },
		{ choice_id: 'month_first', label: 'Month first', cell_would_contain: '2024-03-04' },
	],
};

/** Rows with given values, in place of made-up ones. */
const rowsWith = (values: Array<ExtractedRow['values']>, { fileNames }: Extraction) => ({
	columns: Object.keys(values[0] ?? {}),
	rows: values.map((ofRow, index) => ({
		values: ofRow,
		fileName: fileNames[0] ?? 'document.pdf',
		page: index + 1,
	})),
});

function complete(world: World, extraction: Extraction, input: Outcome): void {
	const { plan } = extraction;
	const made = {
		...syntheticOutcome(extraction, plan.rows ?? 1, plan.linesPerInvoice),
		...(input.values && rowsWith(input.values, extraction)),
		reviewItems: plan.reviewItems ?? [],
	};
	const { kind: _kind, ...result } = failPages(made, input.failedPages ?? 0);
	extraction.result = { ...result, outputs: input.available_outputs ?? ['xlsx', 'csv', 'json'] };
	if (extraction.outputStructure === 'automatic') extraction.outputStructure = result.outputStructure;
	end(world, extraction, 'completed', input.credits_deducted ?? result.pages.successful_count);
}

/** Moves an extraction to the status given, with what belongs to it. */
export function update(world: World, extraction: Extraction, input: Outcome): void {
	const { status } = input;
	if (input.rowCount !== undefined) extraction.plan = { ...extraction.plan, rows: input.rowCount };
	if (input.linesPerInvoice) extraction.plan = { ...extraction.plan, linesPerInvoice: input.linesPerInvoice };
	if (input.review_items) extraction.plan = { ...extraction.plan, reviewItems: input.review_items };
	if (input.laggingRows) extraction.plan = { ...extraction.plan, laggingRows: input.laggingRows };
	if (input.answer_by !== undefined) extraction.answerBy = new Date(input.answer_by).getTime();
	if (status === 'completed') complete(world, extraction, input);
	else if (status === 'failed') fail(world, extraction, input.error ?? { code: 'INTERNAL_ERROR' });
	else if (status === 'input_required') ask(world, extraction, input.questions ?? [DEFAULT_QUESTION]);
	else if (status === 'cancelled') {
		cancel(world, extraction, input.cancellation_reason ?? 'user', input.credits_deducted ?? 0);
	} else if (status !== undefined) setStatus(extraction, status);
}

/** Adds extractions as if they had been submitted, in the status given. One left `processing` stays so until it is updated. */
export function seed(world: World, inputs: SeedExtraction[]): Extraction[] {
	const made = inputs.map((input) => {
		const key = world.accounts.keyOf(input.key);
		const createdAt =
			input.created_at === undefined ? world.clock.now() : new Date(input.created_at).getTime();
		const method = input.submission_method ?? 'api';
		const id = (input.extraction_id ?? randomUUID()).toLowerCase();
		const extraction = newExtraction(key, {
			id,
			sequence: world.extractions.nextSequence(),
			submissionId: input.submission_id ?? (method === 'web_app' ? null : `submission-${id}`),
			taskName: input.task_name ?? 'Seeded extraction',
			createdAt,
			submissionMethod: method,
			fileNames: input.file_names ?? ['invoice.pdf'],
			filesUploadedAt: createdAt,
			outputStructure: input.output_structure === undefined ? 'per_invoice' : input.output_structure,
			prompt: input.prompt ?? (method === 'web_app' ? '' : 'Extract the invoice data.'),
			options: { ...DEFAULT_OPTIONS, ...input.options },
			// What the web app submitted has only this option on record.
			...(method === 'web_app' && !input.options ? { shownOptions: { exclude_columns: [] } } : {}),
			plan: { rows: 1 },
			answerBy: createdAt + ANSWER_DEADLINE_MS,
			hidden: input.hidden ?? false,
		});
		// A history is paid and told already: only its record shows the charge.
		const { balance } = key.account;
		const mailed = world.mails.length;
		update(world, extraction, { status: 'completed', ...input });
		key.account.balance = balance;
		world.mails.splice(mailed);
		return extraction;
	});
	world.extractions.add(...made);
	return made;
}
