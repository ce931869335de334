import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Scope } from '../../../api/extractions';
import type { ExtractionStatus } from '../../../api/schemas/extractions';
import {
	recommendedAnswers,
	repeatedAnswers,
	unsuitableAnswers,
	type ItemAnswer,
} from '../../../extraction/questions/answers';
import { formAnswers } from '../../../extraction/questions/formAnswers';
import { InputProblems, ofItem, type Problem } from '../../../shared/problems';
import { readChosen } from '../../../parameters/choices';
import { readOptions } from '../../../parameters/options';
import { readExtractionId } from '../../../parameters/ids/extraction';
import { readScope } from '../../../parameters/filters';
import { answerProperties, ANSWERS, FORM, QUESTION, RECOMMENDATIONS } from './properties';
import { readItem, type AnswersFrom } from './read';

/** The display name of the parameter that answers are given with. */
const PARAMETERS: Readonly<Record<AnswersFrom, string>> = {
	fields: QUESTION,
	form: FORM,
	items: ANSWERS,
	recommendations: RECOMMENDATIONS,
};

const answersFrom = (context: IExecuteFunctions): AnswersFrom =>
	readChosen(context, 0, 'answersFrom', answerProperties) as AnswersFrom;

/** The answers of some items to the questions of one extraction: they go in one request. */
export interface AnswerBatch {
	extractionId: string;
	scope?: Scope;
	itemIndexes: number[];
	answers: ItemAnswer[];
	forms: Array<{ itemIndex: number; json: IDataObject }>;
	/** Whether the open questions are to be known before anything is sent. */
	needsQuestions: boolean;
	/** The status before the answers, if it was asked for. */
	before?: ExtractionStatus;
	/** Questions that were answered although they are not open. */
	notWaiting: Array<{ itemIndex: number; questionId: string }>;
	/** Whether nothing should stay open: answers come from a form, or from recommendations. */
	answersAll: boolean;
}

export interface Batches {
	batches: AnswerBatch[];
	problems: Problem[];
}

function addItem(context: IExecuteFunctions, itemIndex: number, batches: Map<string, AnswerBatch>): void {
	const extractionId = readExtractionId(context, itemIndex);
	const options = readOptions(context, itemIndex);
	const scope = readScope(options);
	const { answers, form } = readItem(context, itemIndex, answersFrom(context));
	const key = JSON.stringify([extractionId, scope]);
	const batch: AnswerBatch = batches.get(key) ?? {
		extractionId,
		scope,
		itemIndexes: [],
		answers: [],
		forms: [],
		needsQuestions: false,
		notWaiting: [],
		answersAll: ['form', 'recommendations'].includes(answersFrom(context)),
	};
	batches.set(key, batch);
	batch.itemIndexes.push(itemIndex);
	batch.answers.push(...answers.map((answer) => ({ itemIndex, answer })));
	if (form) batch.forms.push({ itemIndex, json: form });
	batch.needsQuestions ||= batch.answersAll || options.check !== false;
}

/** Puts the answers of all items together by extraction. Nothing is sent. */
export function collectBatches(context: IExecuteFunctions): Batches {
	const batches = new Map<string, AnswerBatch>();
	const problems: Problem[] = [];
	context.getInputData().forEach((_, itemIndex) => {
		try {
			addItem(context, itemIndex, batches);
		} catch (error) {
			if (error instanceof InputProblems) problems.push(...ofItem(itemIndex, error.problems));
			else problems.push({ text: error instanceof Error ? error.message : String(error), itemIndex });
		}
	});
	const parameter = PARAMETERS[answersFrom(context)];
	for (const { answers } of batches.values())
		problems.push(...repeatedAnswers(answers).map((problem) => ({ parameter, ...problem })));
	return { batches: [...batches.values()], problems };
}

/** Reads the forms of a batch and checks all answers against the questions that are open. */
export function checkAgainstQuestions(context: IExecuteFunctions, batch: AnswerBatch): Problem[] {
	if (!batch.before) return [];
	const open = batch.before.questions ?? [];
	const problems: Problem[] = [];
	if (answersFrom(context) === 'recommendations') {
		const itemIndex = batch.itemIndexes[0] ?? 0;
		batch.answers.push(...recommendedAnswers(open).map((answer) => ({ itemIndex, answer })));
	}
	for (const { itemIndex, json } of batch.forms) {
		const read = formAnswers(json, open);
		batch.answers.push(...read.answers.map((answer) => ({ itemIndex, answer })));
		batch.notWaiting.push(...read.notWaiting.map((questionId) => ({ itemIndex, questionId })));
		problems.push(...read.problems.map(({ text }) => ({ parameter: FORM, text, itemIndex })));
	}
	const isOpen = new Set(open.map(({ question_id }) => question_id));
	const answered = batch.answers.map(({ itemIndex, answer }) => ({
		itemIndex,
		questionId: answer.question_id,
	}));
	batch.notWaiting.push(...answered.filter(({ questionId }) => !isOpen.has(questionId)));
	const ofForms = batch.forms.length > 0 ? repeatedAnswers(batch.answers) : [];
	const others = [...ofForms, ...unsuitableAnswers(batch.answers, open)];
	const parameter = PARAMETERS[answersFrom(context)];
	return [...problems, ...others.map((problem) => ({ parameter, ...problem }))];
}

/** A batch without the items that something is wrong with. */
export function withoutItems(batch: AnswerBatch, bad: Set<number>): AnswerBatch {
	const isGood = ({ itemIndex }: { itemIndex: number }) => !bad.has(itemIndex);
	return {
		...batch,
		itemIndexes: batch.itemIndexes.filter((itemIndex) => !bad.has(itemIndex)),
		answers: batch.answers.filter(isGood),
		forms: batch.forms.filter(isGood),
		notWaiting: batch.notWaiting.filter(isGood),
	};
}
