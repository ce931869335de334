import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { getExtractionStatus, type GivenAnswer, type Scope } from '../../api/endpoints/extractions';
import { LIMITS } from '../../api/limits';
import type { ExtractionStatus } from '../../api/schemas/extractions';
import type { Hint } from '../../extraction/account/hints';
import { outcomeError } from '../../extraction/status/outcome';
import { checkAnswer, recommendedAnswers, trimmed } from '../../extraction/questions/answers';
import { openCountJson } from '../../extraction/questions/asked';
import { sendAllAnswers } from '../../extraction/questions/sendAnswers';
import { pairingOf } from '../../extraction/rows/SourceIndex';
import { extractionId, extractionIdOfItem, scope } from '../../parameters/ids/extraction';
import { checkJsonList } from '../../shared/json';
import { choice, param, propertiesOf, readItem, shownAs } from '../../parameters/param';
import { attempt, type Attempt } from '../../shared/attempt';
import { invalid, ofItem, problemsOf, throwIfAny, valid, valueOf, type Checked } from '../../shared/problems';
import { type Operation, perItem, showHints } from '../operation';

const QUESTION = 'Question';

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

const showForAnswers = (...from: string[]) => ({ show: { answersFrom: from } });

const answerFields = {
	extractionId: shownAs(extractionId, { displayOptions: showForAnswers('fields') }),
	questionId: param(
		{
			displayName: `${QUESTION} Name or ID`,
			name: 'questionId',
			displayOptions: showForAnswers('fields'),
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
			const id = trimmed(given);
			return id ? valid(id) : invalid({ parameter: QUESTION, text: 'No question selected. Select one' });
		},
	),
	choiceId: param(
		{
			displayName: 'Choice Name or ID',
			name: 'choiceId',
			displayOptions: showForAnswers('fields'),
			type: 'options',
			typeOptions: {
				loadOptionsMethod: 'getChoices',
				loadOptionsDependsOn: ['extractionId.value', 'questionId', 'options.scope'],
			},
			default: '',
			description:
				'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		},
		(given) => valid(trimmed(given)),
	),
	text: param(
		{
			displayName: 'Text',
			name: 'text',
			displayOptions: showForAnswers('fields'),
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			placeholder: 'e.g. Dates are day first, but month first in documents in US English',
			description:
				'The answer in words, or what to add to the choice. It usually applies to all documents of the extraction. If Choice and Text are both empty, the recommendation is accepted.',
		},
		(given) => valid(trimmed(given)),
	),
};

function checkAnswers(given: unknown): Checked<GivenAnswer[]> {
	const list = checkJsonList(given, 'answers');
	if (!list.ok) return list;
	if (list.value.length === 0) return invalid({ text: 'The list contains no answer' });
	const each = list.value.map(checkAnswer);
	const problems = each.flatMap(problemsOf);
	return problems.length > 0 ? invalid(...problems) : valid(each.map(valueOf));
}

const ofItems = {
	extractionId: shownAs(extractionIdOfItem, { displayOptions: showForAnswers('items', 'recommendations') }),
	answers: param(
		{
			displayName: 'Answers',
			name: 'answers',
			displayOptions: showForAnswers('items'),
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
}

/** @throws InputProblems */
function readGiven(context: IExecuteFunctions, itemIndex: number): Given {
	const from = readItem(context, itemIndex, { answersFrom }).answersFrom;
	if (from === 'items') return readItem(context, itemIndex, ofItems, options);
	if (from === 'recommendations')
		return readItem(context, itemIndex, { extractionId: ofItems.extractionId }, options);
	const { questionId, choiceId, text, ...given } = readItem(context, itemIndex, answerFields, options);
	const answer = checkAnswer({
		question_id: questionId,
		choice_id: choiceId,
		text,
		accept_recommended: !choiceId && !text,
	});
	return { ...given, answers: [valueOf(answer)] };
}

/**
 * Reads the answers of all items. A question that is answered twice is refused: if the service refuses the answer, it counts each time that
 * it is sent.
 *
 * @throws InputProblems unless the node continues on fail: then other items are sent
 */
async function readAll(context: IExecuteFunctions): Promise<Array<Attempt<Given>>> {
	const answeredBy = new Map<string, number>();
	const read: Array<Attempt<Given>> = [];
	for (const itemIndex of context.getInputData().keys()) {
		const one = await attempt(async () => {
			const given = readGiven(context, itemIndex);
			const { extractionId: id, answers = [] } = given;
			const problems = answers.flatMap(({ question_id: question }) => {
				const first = answeredBy.get(`${id} ${question}`);
				if (first === undefined) answeredBy.set(`${id} ${question}`, itemIndex);
				const text = `Question "${question}" is answered twice, here and in item ${Number(first) + 1}`;
				return first === undefined ? [] : [{ text }];
			});
			throwIfAny(ofItem(itemIndex, problems));
			return given;
		});
		if (!one.ok && !context.continueOnFail()) throw one.error;
		read.push(one);
	}
	return read;
}

/** What is told of an extraction that one item or several have answered. */
interface Answered {
	/** The indexes of the input items. */
	items: number[];
	answersSent: number;
	/** The IDs of the questions that were answered although they were not open. */
	notWaiting: string[];
	item: INodeExecutionData;
	/** Notes to show on the node, so that answers without effect do not go unseen. */
	hints: Hint[];
}

const idsOf = (questions: Array<{ question_id: string }>): string[] =>
	questions.map(({ question_id }) => question_id);

const note = (text: string, about: string[]): Hint[] =>
	about.length > 0 ? [{ message: `${text}: ${about.join(', ')}`, type: 'warning' }] : [];

/** Says what became of the questions. @param acceptsAll whether none should stay open */
function tell(answered: Answered, after: ExtractionStatus, acceptsAll: boolean): void {
	const { items, answersSent, notWaiting, item } = answered;
	const open = after.questions ?? [];
	const refused = idsOf(open.filter((question) => question.previous_answer_rejected));
	const others = idsOf(open).filter((id) => !refused.includes(id));
	item.json = {
		...openCountJson(after),
		answers_sent: answersSent,
		refused_questions: refused,
		unanswered_questions: others,
		not_waiting: notWaiting,
	};
	item.pairedItem = pairingOf(items);
	answered.hints = [
		...note(
			`The service refused the answers and asks again. After ${LIMITS.refusedAnswers} refused answers, it cancels the extraction`,
			refused,
		),
		...note(`No longer waiting for an answer, in the status ${after.status}`, notWaiting),
		...note(
			'Still open, without a recommendation. Use Ask in a Form, or answer in the dashboard',
			acceptsAll ? others : [],
		),
		...note(
			'The extraction was cancelled',
			after.status === 'cancelled' ? [outcomeError(after)!.failure.message] : [],
		),
	];
}

export const submitAnswers: Operation = {
	name: 'Submit',
	value: 'submit',
	action: 'Submit answers',
	description: 'Answer the questions of an extraction, which continues when all are answered',
	properties: [...propertiesOf({ answersFrom, ...answerFields }), ...propertiesOf(ofItems, options)],
	async execute(run) {
		// Before anything is sent: a second run would send the answers of the items before a wrong one again.
		const read = await readAll(run.context);
		// With an item for each answer, the next nodes would get the rows of an extraction as often.
		const byExtraction = new Map<string, Answered>();
		const outputs = await perItem(async ({ api, itemIndex }) => {
			const given = read[itemIndex]!;
			if (!given.ok) throw given.error;
			const { extractionId: id, scope: of, answers: own } = given.value;
			const before = await getExtractionStatus(api, id, { scope: of });
			const open = before.questions ?? [];
			const answers = own ?? recommendedAnswers(open);
			const after = await sendAllAnswers(api, id, answers, { before, scope: of });
			const earlier = byExtraction.get(id);
			const none = { items: [], answersSent: 0, notWaiting: [], item: { json: {} }, hints: [] };
			const answered: Answered = earlier ?? none;
			byExtraction.set(id, answered);
			answered.items.push(itemIndex);
			answered.answersSent += answers.length;
			answered.notWaiting.push(...idsOf(answers).filter((one) => !idsOf(open).includes(one)));
			tell(answered, after, own === undefined);
			return earlier ? [] : [answered.item];
		})(run);
		for (const { hints } of byExtraction.values()) showHints(run.context, hints);
		return outputs;
	},
};
