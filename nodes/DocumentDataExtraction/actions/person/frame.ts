import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { FILE_QUERY } from '../../pages/documents';
import { readForm, type PostedForm } from '../../pages/form';
import { NO_PAGE, notNowPage, sentAlreadyPage, UNREADABLE_FORM, type Words } from '../../pages/messagePages';
import { COMMON_HEADERS, htmlPage, pageHeaders } from '../../pages/page';
import { attempt, oneAtATime } from '../../shared/attempt';
import { isTool } from '../../shared/n8nFeatures';
import { InputProblems } from '../../shared/problems';
import { MINUTE_MS } from '../../shared/time';
import type {
	ItemsByOutput,
	Operation,
	OperationRun,
	PageAnswer,
	PageOrEnd,
	PageResponse,
	PageRun,
} from '../operation';
import { byOutput } from '../outputs';
import { reasonOf } from './client';
import { documentAnswer } from './documents';
import { deskOf, type PageSetting } from './options';
import { park } from './park';
import { takenOnPages } from './Taken';

/** An operation that waits until a person has answered on a page. */
interface PersonPage {
	/** The name of the operation. */
	name: string;
	/** What to do where nobody waits for a person. */
	instead: string;
	/** Looks whether there is something to ask. @returns until when to wait for a person, or the output if there is nothing */
	look(run: OperationRun): Date | ItemsByOutput | Promise<Date | ItemsByOutput>;
	/** The options of the page. @throws InputProblems when they cannot be read any more */
	setting(context: IWebhookFunctions): PageSetting;
	/** Shows what is open, and changes nothing: link previews look, too. */
	open(run: PageRun): Promise<PageAnswer>;
	/** Takes what a person has sent. */
	post(run: PageRun, form: PostedForm): Promise<PageAnswer>;
}

/** Two people may send the page at once: the second waits until the first is done. */
const oneAfterTheOther = oneAtATime();

/** What every operation with a page does, around what is its own. */
export const personPage = (page: PersonPage): Pick<Operation, 'notAsTool' | 'execute' | 'webhook'> => ({
	notAsTool: true,
	async execute(run) {
		if (isTool(run.context)) {
			const text = `${page.name} cannot be used as a tool, because an agent does not wait for a person`;
			throw new InputProblems([{ text, nextStep: page.instead }]);
		}
		const looked = await page.look(run);
		return looked instanceof Date ? await park(run.context, looked) : looked;
	},
	async webhook(run) {
		const { context, posted, query } = run;
		let words: Words | undefined;
		const served = await attempt(async (): Promise<PageAnswer> => {
			const setting = page.setting(context);
			words = setting;
			if (!posted && query.has(FILE_QUERY))
				return await documentAnswer(context, deskOf(run, setting, true), run);
			if (!posted) return await page.open(run);
			return await oneAfterTheOther(context.getExecutionId(), async () => await page.post(run, posted));
		});
		return served.ok ? served.value : { page: notNowPage(words, reasonOf(context, served.error), posted) };
	},
});

const asMap = (query: unknown): Map<string, string> =>
	new Map(
		Object.entries(query ?? {}).flatMap(([name, value]) =>
			typeof value === 'string' ? [[name, value]] : [],
		),
	);

function setHeaders(response: PageResponse, status: number, headers: Readonly<Record<string, string>>): void {
	response.statusCode = status;
	for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
	// n8n lets every web site read the pages of waiting executions. Only the person needs to.
	response.removeHeader('Access-Control-Allow-Origin');
}

async function answerOf(
	context: IWebhookFunctions,
	response: PageResponse,
	operation: Operation | undefined,
) {
	if (!operation?.webhook) return { page: NO_PAGE };
	const { method, headers, query } = context.getRequestObject();
	const posted = method === 'POST' ? readForm(headers['content-type'], context.getBodyData()) : undefined;
	if (typeof posted === 'string') return { page: UNREADABLE_FORM[posted] };
	return await operation.webhook({ context, response, query: asMap(query), posted });
}

/** As long as n8n takes to mark an execution as running. If it could not go on, somebody may send the page again. */
const GOES_ON_WITHIN_MS = MINUTE_MS;

/** n8n 1 lets an execution go on once for each page that is sent before it has begun to: what comes after it would run twice. */
function goesOnOnce(context: IWebhookFunctions, answer: PageOrEnd): PageOrEnd {
	if (!answer.outputs) return answer;
	const id = [context.getExecutionId(), context.getNode().id, answer.about].join(' ');
	return takenOnPages.take(id, GOES_ON_WITHIN_MS) ? answer : { page: sentAlreadyPage() };
}

/**
 * Answers a person at the page of a parked execution. It never throws: n8n would let the execution go on with an empty item.
 *
 * n8n itself sends the last page, after it has let the execution go on: of two people who finish at once, it thanks only the one whose
 * decisions count. n8n 1 sends it before.
 */
export async function answerPerson(
	context: IWebhookFunctions,
	operation: Operation | undefined,
): Promise<IWebhookResponseData> {
	const response = context.getResponseObject() as PageResponse;
	const answered = await attempt(async () => await answerOf(context, response, operation));
	const answer: PageAnswer = answered.ok
		? answered.value
		: { page: notNowPage(undefined, reasonOf(context, answered.error), undefined) };
	if ('isSent' in answer) return { noWebhookResponse: true };
	if ('redirect' in answer) {
		setHeaders(response, 303, { ...COMMON_HEADERS, Location: answer.redirect });
		response.end();
		return { noWebhookResponse: true };
	}
	const { page, outputs } = goesOnOnce(context, answer);
	setHeaders(response, page.status ?? 200, pageHeaders(page));
	if (outputs) return { webhookResponse: htmlPage(page), workflowData: byOutput(outputs) };
	response.end(htmlPage(page));
	return { noWebhookResponse: true };
}
