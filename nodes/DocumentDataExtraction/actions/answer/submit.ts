import type { IExecuteFunctions, INodeExecutionData, IPairedItemData } from 'n8n-workflow';
import { issuesIn } from '../../api/errors/serviceWords';
import { isServiceError } from '../../api/errors/ServiceError';
import { getExtractionStatus, type GivenAnswer, type Scope } from '../../api/extractions';
import type { ExtractionStatus } from '../../api/schemas/extractions';
import {
	checkAnswer,
	recommendedAnswers,
	repeatedAnswers,
	unsuitableAnswers,
} from '../../extraction/questions/answers';
import { sendAllAnswers } from '../../extraction/questions/sendAnswers';
import { scope } from '../../parameters/filters';
import { extractionId, extractionIdOfItem } from '../../parameters/ids/extraction';
import { checkJsonList } from '../../shared/json';
import { choice, param, propertiesOf, readItem, shownAs } from '../../parameters/param';
import {
	checked,
	invalid,
	ofItem,
	problemsOf,
	throwIfAny,
	valid,
	valueOf,
	type Checked,
} from '../../shared/problems';
import { typedText } from '../../shared/text';
import type { Operation } from '../operation';
import { perItem } from '../perItem';
import { showHints } from '../showHints';
import { answerHints, answeredJson, together, type Submitted } from './submitted';

const QUESTION = 'Question';
const CHOICE = 'Choice';
const TEXT = 'Text';
const ANSWERS = 'Answers';

const answersFrom = choice({
	displayName: 'Answers From',
	name: 'answersFrom',
	of: {
		fields: ['Fields Below', 'Answer one question here'],
		items: ['Input Items', 'Each input item is an answer, or contains several'],
		recommendations: ['Recommendations', 'Accept the recommendation for every open question'],
	},
	default: 'fields',
	description: 'Where the answers come from',
});

const showFor = (...from: string[]) => ({ show: { answersFrom: from } });

const typed = (given: unknown): string => typedText(String(given ?? ''));

const fields = {
	extractionId: shownAs(extractionId, { displayOptions: showFor('fields') }),
	questionId: param(
		{
			displayName: `${QUESTION} Name or ID`,
			name: 'questionId',
			displayOptions: showFor('fields'),
			type: 'options',
			required: true,
			typeOptions: {
				loadOptionsMethod: 'getOpenQuestions',
				loadOptionsDependsOn: ['extractionId.value', 'options.scope'],
			},
			default: '',
			description:
				'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		},
		(given) => {
			const id = typed(given);
			return id ? valid(id) : invalid({ parameter: QUESTION, text: 'No question selected. Select one' });
		},
	),
	choiceId: param(
		{
			displayName: `${CHOICE} Name or ID`,
			name: 'choiceId',
			displayOptions: showFor('fields'),
			type: 'options',
			typeOptions: {
				loadOptionsMethod: 'getChoices',
				loadOptionsDependsOn: ['extractionId.value', 'questionId', 'options.scope'],
			},
			default: '',
			description:
				'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		},
		(given) => valid(typed(given)),
	),
	text: param(
		{
			displayName: TEXT,
			name: 'text',
			displayOptions: showFor('fields'),
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			placeholder: 'e.g. Dates are day first, but month first in documents in US English',
			description:
				'The answer in words, or what to add to the choice. It usually applies to all documents of the extraction. If Choice and Text are both empty, the recommendation is accepted.',
		},
		(given) => valid(typed(given)),
	),
};

function checkAnswers(given: unknown): Checked<GivenAnswer[]> {
	const list = checkJsonList(given, { key: 'answers' });
	if (!list.ok) return list;
	if (list.value.length === 0) return invalid({ text: 'The list contains no answer' });
	const each = list.value.map(checkAnswer);
	const problems = each.flatMap(problemsOf);
	if (problems.length > 0) return invalid(...problems);
	const answers = each.map(valueOf);
	return checked(answers, repeatedAnswers(answers));
}

const ofItems = {
	extractionId: shownAs(extractionIdOfItem, { displayOptions: showFor('items', 'recommendations') }),
	answers: param(
		{
			displayName: ANSWERS,
			name: 'answers',
			displayOptions: showFor('items'),
			type: 'json',
			required: true,
			default: '={{ $json }}',
			description:
				'An answer or a list of answers. Each has question_id with choice_id, text or both, or with accept_recommended. Other fields are ignored.',
		},
		checkAnswers,
	),
};

const options = { scope };

interface Given {
	extractionId: string;
	scope: Scope | undefined;
	/** Undefined for the recommendations, which are known only with the open questions. */
	answers?: GivenAnswer[];
	/** The display name of the parameter with the answers. */
	parameter: string;
}

/** @throws InputProblems */
function readGiven(context: IExecuteFunctions, itemIndex: number): Given {
	const from = readItem(context, itemIndex, { answersFrom }).answersFrom;
	if (from === 'items') return { ...readItem(context, itemIndex, ofItems, options), parameter: ANSWERS };
	if (from === 'recommendations') {
		const { extractionId } = ofItems;
		return {
			...readItem(context, itemIndex, { extractionId }, options),
			parameter: answersFrom.property.displayName,
		};
	}
	const { questionId, choiceId, text, ...given } = readItem(context, itemIndex, fields, options);
	const answer: GivenAnswer = {
		question_id: questionId,
		...(choiceId && { choice_id: choiceId }),
		...(text && { text }),
		...(!choiceId && !text && { accept_recommended: true }),
	};
	return { ...given, answers: [answer], parameter: QUESTION };
}

function howToCorrect({ status, questions }: ExtractionStatus): string {
	const ids = (questions ?? []).map(({ question_id }) => question_id).join(', ');
	return ids
		? `Correct the answer. These questions are open: ${ids}.`
		: `No question is open: the status of the extraction is ${status}.`;
}

/** A refusal in the words of the screen. The service names the answers by their places (`details.issues`, such as `answers.2.choice_id`). */
function inWords(error: unknown, sent: GivenAnswer[], before: ExtractionStatus): unknown {
	if (!isServiceError(error)) return error;
	const names: Record<string, string> = { choice_id: CHOICE, text: TEXT };
	const texts = issuesIn(error.failure.details).flatMap(({ path: [list, place, field], message }) => {
		const answer = list === 'answers' ? sent[Number(place)] : undefined;
		if (!answer) return [];
		const where = [`${QUESTION} "${answer.question_id}"`, names[String(field)]].filter(Boolean);
		return [`${where.join(', ')}: ${message}`];
	});
	if (texts.length === 0) return error;
	return error.with({ message: texts.join('; '), nextStep: howToCorrect(before) });
}

/**
 * Reads the answers of the items, one after the other. A question that an earlier item answers is refused: an answer that the service
 * refuses counts each time that it is sent. @throws InputProblems
 */
function givenReader(context: IExecuteFunctions): (itemIndex: number) => Given {
	const answeredBy = new Map<string, number>();
	return (itemIndex) => {
		const given = readGiven(context, itemIndex);
		const { extractionId: id, answers = [], parameter } = given;
		const problems = answers.flatMap(({ question_id: question }) => {
			const first = answeredBy.get(`${id} ${question}`) ?? itemIndex;
			answeredBy.set(`${id} ${question}`, first);
			const text = `Question "${question}" is answered twice. Item ${first + 1} answers it as well`;
			return first < itemIndex ? [{ parameter, text }] : [];
		});
		throwIfAny(ofItem(itemIndex, problems));
		return given;
	};
}

/** What is made of the answers to one extraction: one item, though they may come from several. */
interface Answered {
	submitted: Submitted;
	item: INodeExecutionData;
}

export const submitAnswers: Operation = {
	name: 'Submit',
	value: 'submit',
	action: 'Submit answers',
	description: 'Answer the questions of an extraction, which continues when all are answered',
	properties: [...propertiesOf({ answersFrom, ...fields }), ...propertiesOf(ofItems, options)],
	async execute(run) {
		// Before anything is sent: a second run would send the answers of the items before a wrong one again.
		const readFirst = givenReader(run.context);
		if (!run.context.continueOnFail())
			run.context.getInputData().forEach((_, itemIndex) => readFirst(itemIndex));
		const read = givenReader(run.context);
		// With an item for each answer, the next nodes would get the rows of an extraction as often.
		const byExtraction = new Map<string, Answered>();
		return await perItem(async ({ context, api, itemIndex }) => {
			const { extractionId: id, scope: of, parameter, ...given } = read(itemIndex);
			const before = await getExtractionStatus(api, id, { scope: of });
			const open = before.questions ?? [];
			const answers = given.answers ?? recommendedAnswers(open);
			throwIfAny(ofItem(itemIndex, unsuitableAnswers(answers, open, parameter)));
			const after = await sendAllAnswers(api, id, answers, { before, scope: of }, (error, part) =>
				inWords(error, part, before),
			);
			const submitted = { answers, before, after, answersAll: given.answers === undefined };
			showHints(context, answerHints(submitted));
			const earlier = byExtraction.get(id);
			if (!earlier) {
				const item = { json: answeredJson(submitted), pairedItem: { item: itemIndex } };
				byExtraction.set(id, { submitted, item });
				return [item];
			}
			earlier.submitted = together(earlier.submitted, submitted);
			earlier.item.json = answeredJson(earlier.submitted);
			earlier.item.pairedItem = [earlier.item.pairedItem, { item: itemIndex }].flat() as IPairedItemData[];
			return [];
		})(run);
	},
};
