import type {
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookDescription,
	IWebhookFunctions,
} from 'n8n-workflow';
import { describeFailure } from '../api/errors/describeFailure';
import { isCutOff, isServiceError, LOCAL_CODES } from '../api/errors/ServiceError';
import { createClient, type ApiClient } from '../api/http/client';
import { BRIEF } from '../api/http/retry';
import { NO_PAGE, notNowPage, UNREADABLE_FORM } from '../pages/messagePages';
import { htmlPage, PAGE_HEADERS, type Page } from '../pages/page';
import { EXTRACTION_FIELD, OPEN_FIELD, readForm, type PostedForm } from '../pages/postedForm';
import { isTool } from '../parameters/execution';
import { attempt, explain } from '../shared/attempt';
import { InputProblems, type Problem } from '../shared/problems';
import { MINUTE_MS } from '../shared/time';
import type { ItemsByOutput, Operation, PageAnswer } from './operation';
import { showResumeUrl } from '../shared/n8nFeatures';
import { takenOnPages } from './Taken';

const webhookOf = (name: 'default' | 'setup', httpMethod: 'GET' | 'POST'): IWebhookDescription => ({
	name,
	httpMethod,
	responseMode: 'onReceived',
	path: '',
	restartWebhook: true,
});

/** The page of a parked execution. n8n serves it at `$execution.resumeUrl`. */
export const PAGE_WEBHOOKS: IWebhookDescription[] = [webhookOf('default', 'GET'), webhookOf('setup', 'POST')];

/** What the editor shows at the node while its execution waits. */
export const WAITING_TOOLTIP =
	'={{ `Waiting for a person. <a href="${$execution.resumeUrl}" target="_blank">Open the page</a>` }}';

/**
 * Parks the execution until a person has answered on its page, or until the given time. The node then outputs its input unchanged,
 * without another `execute`. A parked execution takes no memory and no place of n8n's concurrency limit.
 */
export async function park(context: IExecuteFunctions, until: Date): Promise<ItemsByOutput> {
	showResumeUrl(context);
	await context.putExecutionToWait(until);
	return { main: context.getInputData() };
}

/** What keeps an operation from asking a person. @param instead what to do */
export const toolProblems = (context: IExecuteFunctions, operation: string, instead: string): Problem[] =>
	isTool(context)
		? [
				{
					text: `${operation} cannot be used as a tool, because an agent does not wait for a person`,
					nextStep: instead,
				},
			]
		: [];

/** The items that the parked node was given: of each, what a node may output again. */
const PARKED = '$input.all().map(({ json, binary }) => ({ json, binary }))';

/** Leaves out the contents of files, for `JSON.stringify`. */
const WITHOUT_CONTENTS = `(name, value) => (name === 'data' && typeof value === 'string' ? '' : value)`;

const itemsIn = (context: IWebhookFunctions, inJson: string): INodeExecutionData[] =>
	JSON.parse(String(context.evaluateExpression(`{{ JSON.stringify(${inJson}) }}`))) as INodeExecutionData[];

/**
 * The parked items for a page. Their files have names and IDs, but no contents: where n8n keeps files in memory, each look at the page
 * would copy all of them.
 */
export const parkedItems = (context: IWebhookFunctions): INodeExecutionData[] =>
	itemsIn(context, `${PARKED}, ${WITHOUT_CONTENTS}`);

/** The output of the parked items as they are, as at the end of the wait. */
export const unchanged = (context: IWebhookFunctions): ItemsByOutput => ({
	main: itemsIn(context, PARKED).map((item, index) => ({ ...item, pairedItem: { item: index } })),
});

/** Why a page could not be made. It names no credential and no address. */
function reasonOf(context: IWebhookFunctions, error: unknown): string {
	if (isServiceError(error)) return describeFailure(error.failure).message;
	context.logger.warn(`The page of "${context.getNode().name}" could not be made: ${String(error)}`);
	return error instanceof InputProblems
		? 'A setting of the workflow is not valid'
		: 'The page could not be created';
}

/**
 * How long a page waits for each response of the service, over all tries. A page needs two in a row that matter, and a proxy before n8n
 * gives up after a minute or less. Then what a person has typed would be lost.
 */
export const RESPONSE_WITHIN = { ms: 10_000 };

/** A request that was cut off for being late is not repeated. The person decides, and opening the page again shows the current state. */
const asLate = (error: unknown): unknown =>
	isCutOff(error) ? error.with({ code: LOCAL_CODES.timeout }) : error;

/** The connection of a page, for which a person waits. @throws InputProblems when the credential cannot be used */
const createPageClient = async (context: IWebhookFunctions): Promise<ApiClient> =>
	await createClient(context, {
		retry: BRIEF,
		// A page has no stop button. Its limit cuts off requests, and nothing else, such as a pause between two of them.
		signal: () => undefined,
		around: async (request, call) =>
			await explain(
				async () => await call({ ...request, signal: AbortSignal.timeout(RESPONSE_WITHIN.ms) }),
				asLate,
			),
	});

/** What is used of Express, which n8n answers with. */
interface ExpressResponse {
	statusCode: number;
	setHeader(name: string, value: string): void;
	removeHeader(name: string): void;
	end(body: string): void;
}

function send(response: ExpressResponse, page: Page): void {
	response.statusCode = page.status ?? 200;
	for (const [name, value] of Object.entries(PAGE_HEADERS)) response.setHeader(name, value);
	// n8n lets every web site read the pages of waiting executions. Only the person needs to.
	response.removeHeader('Access-Control-Allow-Origin');
	response.end(htmlPage(page));
}

/**
 * An execution that has gone on does not go on again: n8n 1 lets one go on once for each answer that comes before it has begun to, and any n8n
 * thanks everybody. This is as long as n8n takes to mark it as running. If it could not go on, somebody may send the page again.
 */
const GOES_ON_WITHIN_MS = MINUTE_MS;

/**
 * Answers a person at the page of a parked execution. It never throws: n8n would let the execution go on with an empty item.
 *
 * @returns what the parked node outputs; undefined if the execution keeps waiting
 */
export async function answerPerson(
	context: IWebhookFunctions,
	operation: Operation | undefined,
): Promise<ItemsByOutput | undefined> {
	let posted: PostedForm | undefined;
	const answered = await attempt(async (): Promise<PageAnswer> => {
		if (!operation?.webhook) return { page: NO_PAGE };
		const { method, headers } = context.getRequestObject() as {
			method: string;
			headers: Record<string, string | undefined>;
		};
		const read = method === 'POST' ? readForm(headers['content-type'], context.getBodyData()) : undefined;
		if (read?.ok === false) return { page: UNREADABLE_FORM[read.reason] };
		posted = read?.form;
		return await operation.webhook({ context, api: await createPageClient(context), posted });
	});
	const { page, outputs, tooLate }: PageAnswer = answered.ok
		? answered.value
		: { page: notNowPage(reasonOf(context, answered.error), posted) };
	// In a loop, the same node may soon ask about the extraction again: then other questions are open.
	const about = [EXTRACTION_FIELD, OPEN_FIELD].map((field) => posted?.get(field));
	const id = [context.getExecutionId(), context.getNode().id, ...about].join(' ');
	const isFirst = outputs !== undefined && takenOnPages.take(id, GOES_ON_WITHIN_MS);
	send(context.getResponseObject() as ExpressResponse, isFirst ? page : (tooLate ?? page));
	return isFirst ? outputs : undefined;
}
