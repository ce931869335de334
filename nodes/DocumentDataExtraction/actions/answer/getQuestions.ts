import type { IDataObject } from 'n8n-workflow';
import { getExtractionStatus } from '../../api/extractions';
import { LIMITS } from '../../api/limits';
import type { ExtractionStatus, Question } from '../../api/schemas/extractions';
import { scope } from '../../parameters/filters';
import { extractionIdOfItem } from '../../parameters/ids/extraction';
import type { Operation } from '../operation';
import { itemOperation } from '../perItem';

/** What happens when the recommendation of a question is accepted, in words; null when there is none. */
function recommendationOf({ choices, recommended_approach: approach }: Question) {
	const choice = choices.find(({ recommended }) => recommended === true);
	return {
		recommendation: choice?.label ?? approach ?? null,
		recommended_choice_id: choice?.choice_id ?? null,
	};
}

/**
 * The most refusals that are left before the extraction is cancelled ("third refused answer"). The service counts them but shows only
 * which open questions had one, so there may be fewer left.
 */
const attemptsLeftAtMost = (questions: Question[]): number =>
	LIMITS.refusedAnswers - questions.filter((question) => question.previous_answer_rejected).length;

/** Each open question. */
const questionsJson = (
	{ extraction_id, status, answer_by }: ExtractionStatus,
	open: Question[],
): IDataObject[] =>
	open.map((question, index) => ({
		extraction_id,
		status,
		question_id: question.question_id,
		question: question.question,
		type: question.type,
		choices: question.choices as IDataObject[],
		...recommendationOf(question),
		example_from_documents: question.example_from_documents ?? null,
		applies_to: question.scope?.applies_to ?? null,
		scope_level: question.scope?.level ?? null,
		answer_by: answer_by ?? null,
		previous_answer_rejected: question.previous_answer_rejected === true,
		attempts_left_at_most: attemptsLeftAtMost(open),
		number: index + 1,
		open_questions: open.length,
	}));

export const getQuestions: Operation = {
	name: 'Get Questions',
	value: 'getQuestions',
	action: 'Get open questions',
	description: 'Get the questions that an extraction is waiting for',
	...itemOperation({ extractionId: extractionIdOfItem }, { scope }, async (given, { api, itemIndex }) => {
		const status = await getExtractionStatus(api, given.extractionId, { scope: given.scope });
		const open = status.questions ?? [];
		if (open.length === 0)
			return { extraction_id: status.extraction_id, status: status.status, open_questions: 0 };
		return questionsJson(status, open).map((json) => ({ json, pairedItem: { item: itemIndex } }));
	}),
};
