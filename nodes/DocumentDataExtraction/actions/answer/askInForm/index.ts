import { LIMITS } from '../../../api/limits';
import { endOfWait, TIME_TO_ACT_MINUTES } from '../../../extraction/questions/asked';
import { DIGEST_FIELD, enteredIn, QUESTION_FIELD } from '../../../extraction/questions/enteredAnswers';
import { entriesIn, pageIn, stepIn, type PostedForm } from '../../../pages/form';
import { answeredPage, goesOnPage, goOnPage } from '../../../pages/messagePages';
import { say } from '../../../pages/texts';
import { extractionIdOfItem, namedExtraction } from '../../../parameters/ids/extraction';
import { readItem } from '../../../parameters/param';
import { failedItem, type PageAnswer, type PageOrEnd, type PageRun } from '../../operation';
import { personPage } from '../../person/personPage';
import { parkedOptions, personWait } from '../../person/options';
import { wholeItems } from '../../person/park';
import { answeredBefore, answersIn, sendAnswersOf, takePage } from './answering';
import {
	askingIn,
	expectFewIds,
	failedAtPage,
	openIn,
	statusesOf,
	statusItems,
	statusText,
	type Told,
} from './extractions';
import { carriedBy, options, subjectOf, type AskDesk, type Subject } from './subject';

const parameters = {
	extractionId: extractionIdOfItem,
	waitMs: personWait(
		LIMITS.answerHours,
		LIMITS.answerHours,
		`How long to wait for a person. The wait ends before the service would cancel the first extraction: ${TIME_TO_ACT_MINUTES} minutes, or a quarter of the time left if that is less. Without answers, the node outputs its input items unchanged.`,
	),
};

/** Lets the execution go on with the status of each extraction. @param form the page that was sent */
const goingOn = ({ context, ids }: Subject, told: Told, form: PostedForm): Omit<PageOrEnd, 'page'> => {
	const items = wholeItems(context);
	return {
		outputs: { main: statusItems(items, ids, told, failedAtPage(context.getNode(), items.length)) },
		// In a loop, the same node may soon ask other questions.
		about: [...form].flatMap(([name, digest]) => (name.startsWith(DIGEST_FIELD) ? digest : [])).join(' '),
	};
};

async function showQuestions(run: PageRun, desk: AskDesk): Promise<PageAnswer> {
	const subject = subjectOf(run, desk);
	const carried = carriedBy(subject);
	if (carried.length > 0) return { page: subject.show({ asked: carried }) };
	const told = await subject.readStatuses();
	const asked = openIn(told);
	return { page: asked.length > 0 ? subject.show({ asked }) : goOnPage(desk.texts, [statusText(told)]) };
}

/** Takes a posted page. Answers go to the service only for questions that are still as the page showed them. */
async function takeAnswers(run: PageRun, desk: AskDesk, form: PostedForm): Promise<PageAnswer> {
	const subject = subjectOf(run, desk);
	const told = await subject.readStatuses();
	const asked = openIn(told);
	const entered = enteredIn(entriesIn(form, QUESTION_FIELD));
	const documents = subject.namesOf(answeredBefore(told, entered));
	const reason = documents && say(desk.texts, 'answeredBefore', { documents });
	if (asked.length === 0)
		return { page: goesOnPage(desk.texts, [reason, statusText(told)]), ...goingOn(subject, told, form) };
	const { step } = stepIn(form);
	const move = { next: 1, previous: -1 }[step];
	const answers = step === 'send' ? answersIn(told, entered) : undefined;
	const page = pageIn(form) + (move ?? 0);
	if (!answers) return { page: subject.show({ asked, entered, page, tells: move === undefined }) };
	if (!takePage(form)) return { page: subject.show({ asked, entered, said: 'sentBefore' }) };
	const { told: now, ...sent } = await sendAnswersOf(run.context, desk.scope, told, answers);
	const open = openIn(now);
	if (open.length === 0) {
		const count = [...answers.values()].flat().length;
		const page = answeredPage(desk.texts, count, [reason, statusText(now)]);
		return { page, ...goingOn(subject, now, form) };
	}
	// After a failure, what was entered is kept.
	const more = sent.reason === undefined ? { reason } : { entered, status: 503 };
	return { page: subject.show({ asked: open, ...sent, ...more }) };
}

export const askInForm = personPage({
	name: 'Ask in a Form',
	value: 'askInForm',
	action: 'Ask questions in form',
	description: 'Wait until a person has answered the open questions of extractions in a form',
	parameters,
	options,
	instead: 'Use Get Questions and Submit as tools, or ask in a workflow.',
	async look({ context, api }) {
		const items = context.getInputData();
		const { scope: of, waitMs } = readItem(context, 0, { waitMs: parameters.waitMs }, options);
		const ids = items.map((_, itemIndex) => namedExtraction(context, itemIndex));
		expectFewIds(ids);
		const now = Date.now();
		const told = await statusesOf(api, ids, of);
		// Fails here, before anything waits, unless the node continues on fail.
		const main = statusItems(items, ids, told, (error, index) => failedItem(context, error, index));
		const asking = askingIn(told);
		if (asking.length === 0) return { main };
		const times = { latest: now + waitMs, now, serviceTime: api.serviceTime() };
		return new Date(Math.min(...asking.map((status) => endOfWait(status, times))));
	},
	setting: (context) => parkedOptions(context, options),
	open: showQuestions,
	post: takeAnswers,
});
