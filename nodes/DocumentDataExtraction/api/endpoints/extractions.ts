import type { ApiClient } from '../http/client';
import type { ApiRequest } from '../http/request';
import { PERSISTENT, until, type RetryPolicy } from '../http/retry';
import { hasCode, isServiceError, LOCAL_CODES, serviceError } from '../errors/ServiceError';
import * as schemas from '../schemas/extractions';
import type {
	ExtractionDetails,
	ExtractionList,
	ExtractionStatus,
	OutputUrl,
	ResultsPage,
	Submission,
} from '../schemas/extractions';
import { attempt, explain } from '../../shared/attempt';
import { isRecord } from '../../shared/json';

/** Whose extractions a list shows ("GET /extractions"). */
export type Scope = 'own' | 'team';
export type OutputFormat = 'xlsx' | 'csv' | 'json';
export type OutputStructure = 'automatic' | 'per_invoice' | 'per_line_item';

/** A prompt that names the columns ("Submit an extraction"). */
export interface PromptObject {
	fields: Array<{ name: string; prompt?: string }>;
	general_prompt?: string;
}

/** "Options (all optional)" */
export interface ExtractionOptions {
	exclude_columns?: string[];
	output_language?: string;
	review_needed_fill_color?: string;
	affected_field_fill_color?: string;
	send_completion_email?: boolean;
	json_typed_values?: boolean;
	ask_questions?: boolean;
}

/** The body of "POST /extractions". */
export interface SubmissionRequest {
	submission_id: string;
	upload_session_id: string;
	file_ids: string[];
	task_name: string;
	prompt: string | PromptObject;
	output_structure: OutputStructure;
	options?: ExtractionOptions;
}

/** The query of "GET /extractions". */
export interface ListQuery {
	status?: string;
	submission_method?: string;
	created_after?: string;
	created_before?: string;
	scope?: Scope;
	limit?: number;
	cursor?: string;
}

/** One answer of "POST /extractions/{extraction_id}/answers". */
export interface GivenAnswer {
	question_id: string;
	choice_id?: string;
	text?: string;
	accept_recommended?: boolean;
}

/** The endpoints about one extraction, below its own path. */
const ENDPOINTS = {
	status: { method: 'GET', part: '' },
	details: { method: 'GET', part: '/details' },
	results: { method: 'GET', part: '/results' },
	output: { method: 'GET', part: '/output' },
	cancel: { method: 'POST', part: '/cancel' },
	answers: { method: 'POST', part: '/answers' },
	delete: { method: 'DELETE', part: '' },
} as const;

/** Sends a request about one extraction. A failure names it, so that the user can find it again. */
async function callAbout<T extends object>(
	api: ApiClient,
	extractionId: string,
	endpoint: keyof typeof ENDPOINTS,
	schema: ApiRequest<T>['schema'],
	more: Partial<ApiRequest<T>>,
): Promise<T> {
	const { method, part } = ENDPOINTS[endpoint];
	const path = `/extractions/${encodeURIComponent(extractionId)}${part}`;
	const check = (response: T): void => {
		mustBeAbout(extractionId, response);
		// The details have a record of their own.
		if ('extraction' in response && isRecord(response.extraction))
			mustBeAbout(extractionId, response.extraction);
	};
	return await explain(
		async () => await api.call({ method, path, rateClass: endpoint, schema, check, ...more }),
		(error) =>
			isServiceError(error) && error.failure.extractionId === undefined
				? error.with({ extractionId })
				: error,
	);
}

/**
 * Refuses a response about another extraction, such as one from a proxy's cache: the node must not output its rows, and its status
 * says nothing about this one. The next try may bring the right one.
 */
function mustBeAbout(extractionId: string, response: object): void {
	const { extraction_id: theirs } = response as { extraction_id?: unknown };
	if (typeof theirs !== 'string' || theirs.toLowerCase() === extractionId.toLowerCase()) return;
	throw serviceError(LOCAL_CODES.unreadable, 'It is about another extraction than the one asked for', {
		retryable: true,
		httpStatus: 200,
		extractionId,
	});
}

/**
 * `POST /extractions`. The same `submission_id` returns the existing extraction, even if it failed. A stop of the execution rejects
 * within a second but does not cut the request off. Sending it again returns the same ID.
 *
 * @param deadline until when to wait while the service is away, by `steadyNow`; for some minutes without it
 * @param retry replaces the usual policy
 */
export const submitExtraction = async (
	api: ApiClient,
	body: SubmissionRequest,
	{ deadline, retry = PERSISTENT }: { deadline?: number; retry?: RetryPolicy } = {},
): Promise<Submission> =>
	await api.call({
		method: 'POST',
		path: '/extractions',
		body,
		rateClass: 'submit',
		schema: schemas.submission,
		retry: deadline === undefined ? retry : until(deadline, retry),
		// If it were cut off, nobody would know whether there is an extraction, nor its ID.
		finishOnceSent: true,
	});

/** `GET /extractions`: one page, newest first. */
export const listExtractions = async (api: ApiClient, query: ListQuery): Promise<ExtractionList> =>
	await api.call({
		method: 'GET',
		path: '/extractions',
		query: { ...query },
		rateClass: 'list',
		schema: schemas.extractionList,
	});

/**
 * `GET /extractions/{extraction_id}`
 *
 * @param wait seconds (1 to 45) that the service holds the request while the extraction is processing
 */
export const getExtractionStatus = async (
	api: ApiClient,
	extractionId: string,
	{ wait, scope, ...how }: { wait?: number; scope?: Scope } & Partial<ApiRequest<ExtractionStatus>> = {},
): Promise<ExtractionStatus> =>
	await callAbout(api, extractionId, 'status', schemas.extractionStatus, {
		query: { wait, scope },
		heldSeconds: wait,
		...how,
	});

/** `GET /extractions/{extraction_id}/details` */
export const getExtractionDetails = async (
	api: ApiClient,
	extractionId: string,
	scope?: Scope,
): Promise<ExtractionDetails> =>
	(await callAbout(api, extractionId, 'details', schemas.extractionDetails, { query: { scope } })).extraction;

/** `GET /extractions/{extraction_id}/results`: one page of up to 1000 rows. */
export const getResults = async (
	api: ApiClient,
	extractionId: string,
	query: { offset?: number; limit?: number; scope?: Scope },
): Promise<ResultsPage> => await callAbout(api, extractionId, 'results', schemas.resultsPage, { query });

/** `GET /extractions/{extraction_id}/output`. The URL is valid for 5 minutes and needs no credential. */
export const getOutputUrl = async (
	api: ApiClient,
	extractionId: string,
	format: OutputFormat,
	scope?: Scope,
): Promise<OutputUrl> =>
	await callAbout(api, extractionId, 'output', schemas.outputUrl, { query: { format, scope } });

/** `POST /extractions/{extraction_id}/cancel`. Repeating it records nothing new. */
export const cancelExtraction = async (
	api: ApiClient,
	extractionId: string,
	{ scope, retry }: { scope?: Scope; retry?: RetryPolicy } = {},
): Promise<ExtractionStatus> =>
	await callAbout(api, extractionId, 'cancel', schemas.extractionStatus, { query: { scope }, retry });

/** `DELETE /extractions/{extraction_id}`. If an earlier try may have been carried out, "not found" means success. */
export async function deleteExtraction(api: ApiClient, extractionId: string, scope?: Scope): Promise<void> {
	const done = await attempt(
		async () => await callAbout(api, extractionId, 'delete', schemas.deletion, { query: { scope } }),
	);
	if (done.ok) return;
	const { error } = done;
	const isGone = hasCode(error, 'EXTRACTION_NOT_FOUND') && error.failure.mayHaveWorkedBefore;
	if (!isGone) throw error;
}

/** `POST /extractions/{extraction_id}/answers`. Returns the status after the answers. A refused answer counts each time it is sent. */
export const answerQuestions = async (
	api: ApiClient,
	extractionId: string,
	answers: GivenAnswer[],
	scope?: Scope,
	retry?: RetryPolicy,
): Promise<ExtractionStatus> =>
	await callAbout(api, extractionId, 'answers', schemas.extractionStatus, {
		query: { scope },
		body: { answers },
		retry,
	});
