import type { IDataObject } from 'n8n-workflow';
import { getExtractionStatus } from '../../api/endpoints/extractions';
import { LIMITS } from '../../api/limits';
import type { ExtractionStatus, Question } from '../../api/schemas/extractions';
import { extractionIdOfItem, scope } from '../../parameters/ids/extraction';
import { type Operation, itemOperation } from '../operation';

/** Each open question. */
function questionsJson(
	{ extraction_id, status, answer_by }: ExtractionStatus,
	open: Question[],
): IDataObject[] {
	const refused = open.filter((question) => question.previous_answer_rejected).length;
	return open.map((question, index) => {
		const recommended = question.choices.find((choice) => choice.recommended === true);
		return {
			extraction_id,
			status,
			question_id: question.question_id,
			question: question.question,
			type: question.type,
			choices: question.choices as IDataObject[],
			/** What happens when the recommendation is accepted, in words. */
			recommendation: recommended?.label ?? question.recommended_approach ?? null,
			recommended_choice_id: recommended?.choice_id ?? null,
			example_from_documents: question.example_from_documents ?? null,
			applies_to: question.scope?.applies_to ?? null,
			scope_level: question.scope?.level ?? null,
			answer_by: answer_by ?? null,
			previous_answer_rejected: question.previous_answer_rejected === true,
			/** The service counts refusals but shows only which open questions had one, so there may be fewer left ("third refused answer"). */
			attempts_left_at_most: LIMITS.refusedAnswers - refused,
			number: index + 1,
			open_questions: open.length,
		};
	});
}

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
