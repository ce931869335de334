import type { ApiClient } from './http/client';
import type { GivenAnswer, ListQuery, OutputFormat, Scope, SubmissionRequest } from './extractionRequests';
import type { ApiRequest } from './http/request';
import { PERSISTENT, until, type RetryPolicy } from './http/retry';
import { isServiceError, LOCAL_CODES, serviceError } from './errors/ServiceError';
import * as schemas from './schemas/extractions';
import type {
	ExtractionDetails,
	ExtractionList,
	ExtractionStatus,
	OutputUrl,
	ResultsPage,
	Submission,
} from './schemas/extractions';
import { explain } from '../shared/attempt';

export type {
	ExtractionOptions,
	GivenAnswer,
	ListQuery,
	OutputFormat,
	OutputStructure,
	PromptObject,
	Scope,
	SubmissionRequest,
} from './extractionRequests';

const TERMINAL = new Set(['completed', 'failed', 'cancelled']);

/** Whether an extraction has ended. A status that this package does not know has not ("Versioning"). */
export const isTerminal = (status: string): boolean => TERMINAL.has(status);

/** A request about one extraction. */
type RequestAbout<T> = Omit<ApiRequest<T>, 'method' | 'path'> & {
	method?: ApiRequest<T>['method'];
	/** What follows the extraction in the path. */
	part?: string;
};

/** Sends a request about one extraction. A failure names it, so that the user can find it again. */
async function callAbout<T>(
	api: ApiClient,
	extractionId: string,
	{ part = '', method = 'GET', ...request }: RequestAbout<T>,
): Promise<T> {
	const path = `/extractions/${encodeURIComponent(extractionId)}${part}`;
	return await explain(
		async () => await api.call({ ...request, method, path }),
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
export async function submitExtraction(
	api: ApiClient,
	body: SubmissionRequest,
	{ deadline, retry = PERSISTENT }: { deadline?: number; retry?: RetryPolicy } = {},
): Promise<Submission> {
	return await api.call({
		method: 'POST',
		path: '/extractions',
		body,
		rateClass: 'submit',
		schema: schemas.submission,
		retry: deadline === undefined ? retry : until(deadline, retry),
		// If it were cut off, nobody would know whether there is an extraction, nor its ID.
		finishOnceSent: true,
	});
}

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
	{
		wait,
		scope,
		retry,
		timeoutMs,
	}: { wait?: number; scope?: Scope; retry?: RetryPolicy; timeoutMs?: number } = {},
): Promise<ExtractionStatus> =>
	await callAbout(api, extractionId, {
		query: { wait, scope },
		rateClass: 'status',
		schema: schemas.extractionStatus,
		check: (response) => mustBeAbout(extractionId, response),
		heldSeconds: wait,
		timeoutMs,
		retry,
	});

/** `GET /extractions/{extraction_id}/details` */
export const getExtractionDetails = async (
	api: ApiClient,
	extractionId: string,
	scope?: Scope,
): Promise<ExtractionDetails> => {
	const { extraction } = await callAbout(api, extractionId, {
		part: '/details',
		query: { scope },
		rateClass: 'details',
		schema: schemas.extractionDetails,
		check: ({ extraction: record }) => mustBeAbout(extractionId, record),
	});
	return extraction;
};

/** `GET /extractions/{extraction_id}/results`: one page of up to 1000 rows. */
export const getResults = async (
	api: ApiClient,
	extractionId: string,
	query: { offset?: number; limit?: number; scope?: Scope },
): Promise<ResultsPage> =>
	await callAbout(api, extractionId, {
		part: '/results',
		query,
		rateClass: 'results',
		schema: schemas.resultsPage,
		check: (response) => mustBeAbout(extractionId, response),
	});

/** `GET /extractions/{extraction_id}/output`. The URL is valid for 5 minutes and needs no credential. */
export const getOutputUrl = async (
	api: ApiClient,
	extractionId: string,
	format: OutputFormat,
	scope?: Scope,
): Promise<OutputUrl> =>
	await callAbout(api, extractionId, {
		part: '/output',
		query: { format, scope },
		rateClass: 'output',
		schema: schemas.outputUrl,
		check: (response) => mustBeAbout(extractionId, response),
	});

/** `POST /extractions/{extraction_id}/cancel`. Repeating it records nothing new. */
export const cancelExtraction = async (
	api: ApiClient,
	extractionId: string,
	{ scope, retry }: { scope?: Scope; retry?: RetryPolicy } = {},
): Promise<ExtractionStatus> =>
	await callAbout(api, extractionId, {
		method: 'POST',
		part: '/cancel',
		query: { scope },
		rateClass: 'cancel',
		schema: schemas.extractionStatus,
		check: (response) => mustBeAbout(extractionId, response),
		retry,
	});

/** `DELETE /extractions/{extraction_id}`. If an earlier try may have been carried out, "not found" means success. */
export const deleteExtraction = async (
	api: ApiClient,
	extractionId: string,
	scope?: Scope,
): Promise<void> => {
	await callAbout(api, extractionId, {
		method: 'DELETE',
		query: { scope },
		rateClass: 'delete',
		schema: schemas.deletion,
		onRepeatedFailure: ({ code }, earlier) =>
			code === 'EXTRACTION_NOT_FOUND' && earlier.mayHaveBeenCarriedOut ? { success: true } : undefined,
	});
};

/** `POST /extractions/{extraction_id}/answers`. Returns the status after the answers. A refused answer counts each time it is sent. */
export const answerQuestions = async (
	api: ApiClient,
	extractionId: string,
	answers: GivenAnswer[],
	scope?: Scope,
	retry?: RetryPolicy,
): Promise<ExtractionStatus> =>
	await callAbout(api, extractionId, {
		method: 'POST',
		part: '/answers',
		query: { scope },
		body: { answers },
		rateClass: 'answers',
		schema: schemas.extractionStatus,
		check: (response) => mustBeAbout(extractionId, response),
		retry,
	});
