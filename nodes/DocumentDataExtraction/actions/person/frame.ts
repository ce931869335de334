import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { readForm } from '../../pages/form';
import { NO_PAGE, notNowPage, UNREADABLE_FORM } from '../../pages/messagePages';
import { htmlPage, pageHeaders, type Headers, type Page } from '../../pages/page';
import { attempt } from '../../shared/attempt';
import { MINUTE_MS } from '../../shared/time';
import type { Operation, PageAnswer, PageOrEnd } from '../operation';
import { byOutput } from '../outputs';
import { reasonOf } from './client';
import { takenOnPages } from './Taken';

/** What is used of Express, which n8n answers with. */
interface PageResponse extends NodeJS.WritableStream {
	statusCode: number;
	destroy(): void;
	setHeader(name: string, value: string): void;
	removeHeader(name: string): void;
}

function setHeaders(response: PageResponse, status: number, headers: Headers): void {
	response.statusCode = status;
	for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
	// n8n lets every web site read the pages of waiting executions. Only the person needs to.
	response.removeHeader('Access-Control-Allow-Origin');
}

/** @returns the page, which is not sent yet */
function preparePage(response: PageResponse, page: Page): string {
	setHeaders(response, page.status ?? 200, pageHeaders(page));
	return htmlPage(page);
}

async function answerOf(context: IWebhookFunctions, operation: Operation | undefined) {
	if (!operation?.webhook) return { page: NO_PAGE };
	const { method, headers, query: asked = {} } = context.getRequestObject();
	const query = new Map(Object.entries(asked).map(([name, value]) => [name, String(value)]));
	const posted = method === 'POST' ? readForm(headers['content-type'], context.getBodyData()) : undefined;
	if (typeof posted === 'string') return { page: UNREADABLE_FORM[posted] };
	return await operation.webhook({ context, query, posted });
}

/**
 * n8n 1 lets an execution go on once for each page that is sent before it has begun to: what comes after it would run twice. It marks an
 * execution as running within a minute. If it could not go on, somebody may send the page again.
 */
function goesOnOnce(context: IWebhookFunctions, answer: PageOrEnd): PageOrEnd {
	if (!answer.outputs) return answer;
	const id = [context.getExecutionId(), context.getNode().id, answer.about].join(' ');
	return takenOnPages.take(id, MINUTE_MS) ? answer : { page: answer.late ?? NO_PAGE };
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
	const answered = await attempt(async () => await answerOf(context, operation));
	const answer: PageAnswer = answered.ok
		? answered.value
		: { page: notNowPage({}, reasonOf(context, answered.error)) };
	if ('document' in answer) {
		const { document, headers } = answer;
		setHeaders(response, 200, headers);
		// Whoever breaks off ends the other: a browser that leaves, and a file that n8n loses meanwhile.
		response.once('close', () => document.destroy());
		document.once('error', () => response.destroy()).pipe(response);
		return { noWebhookResponse: true };
	}
	const { page, outputs } = goesOnOnce(context, answer);
	const html = preparePage(response, page);
	// n8n says with JSON that another process was first, or that the wait is over. A person does not read that.
	Object.assign(response, { json: () => response.end(preparePage(response, answer.late ?? NO_PAGE)) });
	if (outputs) return { webhookResponse: html, workflowData: byOutput(outputs) };
	response.end(html);
	return { noWebhookResponse: true };
}
