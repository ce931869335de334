import { MAX_REFUSED_ANSWERS } from '../limits';
import type { GivenAnswer } from '../documents/types';
import type { Extraction } from '../state/extraction';
import type { World } from '../world';
import { cancel, startProcessing } from './transitions';

const BAD_FAITH = /\bignore\b.*\binstructions\b/i;

/**
 * Gives answers that have passed validation. Those to questions no longer waiting change nothing; one in bad faith is
 * refused and its question stays open; the third refusal cancels; the last open question's answer lets processing go on.
 */
export function giveAnswers(world: World, extraction: Extraction, answers: GivenAnswer[]): void {
	if (extraction.status !== 'input_required') return;
	for (const answer of answers) {
		const question = extraction.openQuestions.find(({ question_id }) => question_id === answer.questionId);
		if (!question) continue;
		if (BAD_FAITH.test(answer.text ?? '')) {
			question.previous_answer_rejected = true;
			extraction.refusedAnswers += 1;
			if (extraction.refusedAnswers >= MAX_REFUSED_ANSWERS)
				return cancel(world, extraction, 'answers_rejected');
			continue;
		}
		extraction.answers.push(answer);
		extraction.openQuestions = extraction.openQuestions.filter((other) => other !== question);
	}
	if (extraction.openQuestions.length === 0) startProcessing(world, extraction, world.clock.now());
}
