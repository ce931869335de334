import type { Api } from './connection';
import type { GivenAnswer, ListQuery, OutputFormat, Scope, SubmissionRequest } from './extractionRequests';
import type { ApiRequest } from './request';
import { PERSISTENT, type RetryPolicy } from './retry';
import * as schemas from './schemas/extractions';
import type {
	ExtractionDetails,
	ExtractionList,
	ExtractionStatus,
	OutputUrl,
	ResultsPage,
	Submission,
} from './schemas/extractions';

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

const extractionPath = (extractionId: string, part = ''): string =>
	`/extractions/${encodeURIComponent(extractionId)}${part}`;

const get = <T>(request: Omit<ApiRequest<T>, 'method'>): ApiRequest<T> => ({ method: 'GET', ...request });

/** `POST /extractions`. The same `submission_id` returns the existing extraction, also when it failed. */
export const submitExtraction = async (api: Api, body: SubmissionRequest): Promise<Submission> =>
	await api.call({
		method: 'POST',
		path: '/extractions',
		body,
		rateClass: 'submit',
		schema: schemas.submission,
		retry: PERSISTENT,
		// Cut off half-way, nobody would know whether there is an extraction, nor its id.
		finishOnceSent: true,
	});

/** `GET /extractions`: one page, newest first. */
export const listExtractions = async (api: Api, query: ListQuery): Promise<ExtractionList> =>
	await api.call(
		get({ path: '/extractions', query: { ...query }, rateClass: 'list', schema: schemas.extractionList }),
	);

/**
 * `GET /extractions/{extraction_id}`
 *
 * @param wait seconds (1 to 45) that the service holds the request while the extraction is processing
 */
export const getExtractionStatus = async (
	api: Api,
	extractionId: string,
	{ wait, scope, retry }: { wait?: number; scope?: Scope; retry?: RetryPolicy } = {},
): Promise<ExtractionStatus> =>
	await api.call(
		get({
			path: extractionPath(extractionId),
			query: { wait, scope },
			rateClass: 'status',
			schema: schemas.extractionStatus,
			heldSeconds: wait,
			retry,
		}),
	);

/** `GET /extractions/{extraction_id}/details` */
export const getExtractionDetails = async (
	api: Api,
	extractionId: string,
	scope?: Scope,
): Promise<ExtractionDetails> => {
	const { extraction } = await api.call(
		get({
			path: extractionPath(extractionId, '/details'),
			query: { scope },
			rateClass: 'details',
			schema: schemas.extractionDetails,
		}),
	);
	return extraction;
};

/** `GET /extractions/{extraction_id}/results`: one page of up to 1000 rows. */
export const getResults = async (
	api: Api,
	extractionId: string,
	query: { offset?: number; limit?: number; scope?: Scope },
): Promise<ResultsPage> =>
	await api.call(
		get({
			path: extractionPath(extractionId, '/results'),
			query,
			rateClass: 'results',
			schema: schemas.resultsPage,
		}),
	);

/** `GET /extractions/{extraction_id}/output`. The URL is valid for 5 minutes and needs no credential. */
export const getOutputUrl = async (
	api: Api,
	extractionId: string,
	format: OutputFormat,
	scope?: Scope,
): Promise<OutputUrl> =>
	await api.call(
		get({
			path: extractionPath(extractionId, '/output'),
			query: { format, scope },
			rateClass: 'output',
			schema: schemas.outputUrl,
		}),
	);

/** `POST /extractions/{extraction_id}/cancel`. Repeating it records nothing new. */
export const cancelExtraction = async (
	api: Api,
	extractionId: string,
	{ scope, retry }: { scope?: Scope; retry?: RetryPolicy } = {},
): Promise<ExtractionStatus> =>
	await api.call({
		method: 'POST',
		path: extractionPath(extractionId, '/cancel'),
		query: { scope },
		rateClass: 'cancel',
		schema: schemas.extractionStatus,
		retry,
	});

/** `DELETE /extractions/{extraction_id}`. Not found on a repetition means that the first try succeeded. */
export const deleteExtraction = async (api: Api, extractionId: string, scope?: Scope): Promise<void> => {
	await api.call({
		method: 'DELETE',
		path: extractionPath(extractionId),
		query: { scope },
		rateClass: 'delete',
		schema: schemas.deletion,
		onRepeatedFailure: ({ code }) => (code === 'EXTRACTION_NOT_FOUND' ? { success: true } : undefined),
	});
};

/** `POST /extractions/{extraction_id}/answers`. Returns the status after the answers; repeating one changes nothing. */
export const answerQuestions = async (
	api: Api,
	extractionId: string,
	answers: GivenAnswer[],
	scope?: Scope,
): Promise<ExtractionStatus> =>
	await api.call({
		method: 'POST',
		path: extractionPath(extractionId, '/answers'),
		query: { scope },
		body: { answers },
		rateClass: 'answers',
		schema: schemas.extractionStatus,
	});
