import type { ApiClient } from '../../../api/http/client';
import type { ExtractionStatus } from '../../../api/schemas/extractions';
import { isServiceError, ServiceError } from '../../../api/errors/ServiceError';
import type { ItemAnswer } from '../../../extraction/questions/answers';
import { ANSWERS_PER_REQUEST, sendAnswers } from '../../../extraction/questions/sendAnswers';
import { withoutItems, type AnswerBatch } from './batches';
import { attempt } from '../../../shared/attempt';

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
function blamedItems(error: unknown, answers: ItemAnswer[]): Set<number> {
	const issues = isServiceError(error) ? error.failure.details?.issues : undefined;
	const places = (Array.isArray(issues) ? issues : []).map((issue: { path?: unknown } | null) =>
		Array.isArray(issue?.path) && issue.path[0] === 'answers' ? answers[Number(issue.path[1])] : undefined,
	);
	return new Set(places.filter((place) => place !== undefined).map(({ itemIndex }) => itemIndex));
}

const withItem = (error: unknown, itemIndex: number): unknown =>
	isServiceError(error) ? new ServiceError({ ...error.failure, itemIndex }) : error;

/**
 * Sends the answers of a batch, as many in a request as it takes. Where the service refuses some of them and the node continues on
 * fail, the others go in another request: the refused one has changed nothing.
 */
export async function sendBatch(api: ApiClient, batch: AnswerBatch, goesOn: boolean): Promise<Sent> {
	const { extractionId, scope, before } = batch;
	const failures: ItemFailure[] = [];
	let status = before;
	let left = batch.answers;
	let rest = batch;
	while (left.length > 0) {
		const part = left.slice(0, ANSWERS_PER_REQUEST);
		const given = part.map(({ answer }) => answer);
		const sent = await attempt(async () => await sendAnswers(api, extractionId, given, { before, scope }));
		if (sent.ok) {
			status = sent.value;
			left = left.slice(part.length);
			continue;
		}
		const blamed = blamedItems(sent.error, part);
		const failed = blamed.size > 0 ? blamed : new Set(left.map(({ itemIndex }) => itemIndex));
		for (const itemIndex of failed) failures.push({ itemIndex, error: withItem(sent.error, itemIndex) });
		rest = withoutItems(rest, failed);
		left = left.filter(({ itemIndex }) => !failed.has(itemIndex));
		if (!goesOn) break;
	}
	return { batch: rest, status: rest.itemIndexes.length > 0 ? status : undefined, failures };
}
