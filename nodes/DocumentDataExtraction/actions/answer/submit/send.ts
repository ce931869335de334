import type { Api } from '../../../api/connection';
import { answerQuestions } from '../../../api/extractions';
import type { ExtractionStatus } from '../../../api/schemas/extractions';
import { attempt, isServiceError, ServiceError } from '../../../api/ServiceError';
import { withoutItems, type AnswerBatch } from './batches';

export interface ItemFailure {
	itemIndex: number;
	error: unknown;
}

export interface Sent {
	/** What was sent in the end, and of whose items. */
	batch: AnswerBatch;
	/** After the answers; absent when all failed. */
	status?: ExtractionStatus;
	failures: ItemFailure[];
}

/** The items whose answers the service refuses by name (`details.issues`, paths such as `answers.2.choice_id`). */
function blamedItems(error: unknown, { answers }: AnswerBatch): Set<number> {
	const issues = isServiceError(error) ? error.failure.details?.issues : undefined;
	const places = (Array.isArray(issues) ? issues : []).map((issue: { path?: unknown }) =>
		Array.isArray(issue?.path) && issue.path[0] === 'answers' ? answers[Number(issue.path[1])] : undefined,
	);
	return new Set(places.filter((place) => place !== undefined).map(({ itemIndex }) => itemIndex));
}

const about = (error: unknown, itemIndex: number): unknown =>
	isServiceError(error) ? new ServiceError({ ...error.failure, itemIndex }) : error;

/**
 * Sends the answers of a batch in one request. Where the service refuses some of them and the node continues on fail, the others go in
 * another one: the first has changed nothing.
 */
export async function sendBatch(api: Api, batch: AnswerBatch, goesOn: boolean): Promise<Sent> {
	const { extractionId, scope, answers, before } = batch;
	if (answers.length === 0) return { batch, status: before, failures: [] };
	const given = answers.map(({ answer }) => answer);
	const sent = await attempt(async () => await answerQuestions(api, extractionId, given, scope));
	if (sent.ok) return { batch, status: sent.value, failures: [] };
	const blamed = blamedItems(sent.error, batch);
	const failed = blamed.size > 0 ? [...blamed] : batch.itemIndexes;
	const failures = failed.map((itemIndex) => ({ itemIndex, error: about(sent.error, itemIndex) }));
	const rest = withoutItems(batch, new Set(failed));
	if (!goesOn || rest.itemIndexes.length === 0) return { batch: rest, failures };
	const again = await sendBatch(api, rest, goesOn);
	return { ...again, failures: [...failures, ...again.failures] };
}
