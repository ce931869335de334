import type { ApiClient } from '../../../api/http/client';
import type { ExtractionStatus } from '../../../api/schemas/extractions';
import { issuesIn } from '../../../api/errors/issuesIn';
import { isServiceError } from '../../../api/errors/ServiceError';
import type { ItemAnswer } from '../../../extraction/questions/answers';
import { ANSWERS_PER_REQUEST, sendAnswers } from '../../../extraction/questions/sendAnswers';
import { withoutItems, type AnswerBatch } from './batches';
import { CHOICE, COMMENT, FREE_TEXT, QUESTION } from './properties';
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

/** An answer that the service refuses, and why. */
interface Refusal extends ItemAnswer {
	field: unknown;
	reason: string;
}

/** The answers that the service refuses by name (`details.issues`, paths such as `answers.2.choice_id`). */
function refusedAnswers(error: unknown, answers: ItemAnswer[]): Refusal[] {
	if (!isServiceError(error)) return [];
	return issuesIn(error.failure.details).flatMap(({ path: [list, place, field], message }): Refusal[] => {
		const answer = list === 'answers' ? answers[Number(place)] : undefined;
		return answer ? [{ ...answer, field, reason: message }] : [];
	});
}

/** What a field of an answer is called on screen; undefined for the question itself. */
function nameOf({ answer, field }: Refusal): string | undefined {
	if (field === 'text') return answer.choice_id ? COMMENT : FREE_TEXT;
	return field === 'choice_id' ? CHOICE : undefined;
}

function howToCorrect(before?: ExtractionStatus): string {
	if (!before) return 'Correct the answer. Get Questions lists the open questions.';
	const ids = (before.questions ?? []).map(({ question_id }) => question_id).join(', ');
	return ids
		? `Correct the answer. These questions are open: ${ids}.`
		: `No question is open: the status of the extraction is ${before.status}.`;
}

/** A refusal of the answers of an item, in the words of the screen. */
function ofItem(error: unknown, itemIndex: number, refused: Refusal[], before?: ExtractionStatus): unknown {
	if (!isServiceError(error)) return error;
	const ofThis = refused.filter((refusal) => refusal.itemIndex === itemIndex);
	if (ofThis.length === 0) return error.with({ itemIndex });
	const texts = ofThis.map((refusal) => {
		const place = [`${QUESTION} "${refusal.answer.question_id}"`, nameOf(refusal)].filter(Boolean).join(', ');
		return `${place}: ${refusal.reason}`;
	});
	return error.with({ itemIndex, message: texts.join('; '), nextStep: howToCorrect(before) });
}

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
		const refused = refusedAnswers(sent.error, part);
		const failed = new Set((refused.length > 0 ? refused : left).map(({ itemIndex }) => itemIndex));
		for (const itemIndex of failed)
			failures.push({ itemIndex, error: ofItem(sent.error, itemIndex, refused, before) });
		rest = withoutItems(rest, failed);
		left = left.filter(({ itemIndex }) => !failed.has(itemIndex));
		if (!goesOn) break;
	}
	return { batch: rest, status: rest.itemIndexes.length > 0 ? status : undefined, failures };
}
