import type {
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookDescription,
	IWebhookFunctions,
	IDataObject,
	INodeProperties,
} from 'n8n-workflow';
import { describeFailure } from '../api/errors/describeFailure';
import { isCutOff, isServiceError, LOCAL_CODES } from '../api/errors/ServiceError';
import { createClient, type ApiClient } from '../api/http/client';
import { BRIEF } from '../api/http/retry';
import { EXTRACTION_FIELD, OPEN_FIELD, readForm, type PostedForm } from '../pages/form';
import {
	GO_ON_FIELD,
	gonePage,
	NO_PAGE,
	notNowPage,
	TOO_LATE,
	UNANSWERED,
	UNREADABLE_FORM,
} from '../pages/messagePages';
import { htmlPage, PAGE_HEADERS, type Page } from '../pages/page';
import { attempt, explain, oneAtATime } from '../shared/attempt';
import { showResumeUrl, isTool } from '../shared/n8nFeatures';
import { InputProblems, valueOf } from '../shared/problems';
import { MINUTE_MS, HOUR_MS } from '../shared/time';
import type { ItemsByOutput, Operation, OperationRun, PageAnswer, PageRun } from './operation';
import { checkAdded, number, type Param, type Params, type Values } from '../parameters/param';

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
async function park(context: IExecuteFunctions, until: Date): Promise<ItemsByOutput> {
	showResumeUrl(context);
	await context.putExecutionToWait(until);
	return { main: context.getInputData() };
}

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
export function reasonOf(context: IWebhookFunctions, error: unknown): string {
	if (isServiceError(error)) return describeFailure(error.failure).message;
	context.logger.warn(`The page of "${context.getNode().name}" could not be made: ${String(error)}`);
	return 'The page could not be created';
}

/**
 * How long a page waits for each response of the service, over all tries. A page needs two in a row that matter, and a proxy before n8n
 * gives up after a minute or less. Then what a person has typed would be lost.
 */
export const RESPONSE_WITHIN = { ms: 10_000 };

/** The connection of a page, for which a person waits. @throws InputProblems when the credential cannot be used */
const createPageClient = async (context: IWebhookFunctions): Promise<ApiClient> =>
	await createClient(context, {
		retry: BRIEF,
		// A page has no stop button. Its limit cuts off requests, and nothing else, such as a pause between two of them.
		signal: () => undefined,
		around: async (request, call) =>
			await explain(
				async () => await call({ ...request, signal: AbortSignal.timeout(RESPONSE_WITHIN.ms) }),
				// It is late, and not repeated: the person decides, and opening the page again shows the current state.
				(error) => (isCutOff(error) ? error.with({ code: LOCAL_CODES.timeout }) : error),
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

/** An operation that waits until a person has answered on a page. */
interface PersonPage<Subject extends { extractionId: string }> {
	/** The name of the operation. */
	name: string;
	/** What to do where nobody waits for a person. */
	instead: string;
	/** Looks whether there is something to ask. @returns until when to wait for a person, or the output if there is nothing */
	look(run: OperationRun): Promise<Date | ItemsByOutput>;
	/** Reads what the page is about. @throws InputProblems when the parameters cannot be read any more */
	subject(context: IWebhookFunctions): Subject;
	/** Shows what is open, and changes nothing: link previews look, too. @param notice what has happened */
	open(run: PageRun, subject: Subject, notice?: string): Promise<Page>;
	/** Takes what a person has sent about the subject. */
	post(run: PageRun, subject: Subject, form: PostedForm): Promise<PageAnswer>;
}

/** An execution has one page, and so one thing to ask about. @throws InputProblems for several */
export function expectOne(operation: string, count: number, what: string): void {
	if (count <= 1) return;
	throw new InputProblems([
		{
			text: `${operation} takes one ${what} at a time, but there are ${count}`,
			nextStep:
				'Put a Loop Over Items node with a Batch Size of 1 before this node. Each extraction then gets its own page.',
		},
	]);
}

/** Codes that say that there is nothing to ask about any more. */
const GONE_CODES = new Set(['EXTRACTION_NOT_FOUND', 'OUTPUT_EXPIRED', 'OUTPUT_NOT_AVAILABLE']);

/** A second wait of the same execution has the same link. */
const OTHER_EXTRACTION =
	'The page you sent was about another extraction, so nothing was sent. This is what is open now.';

/**
 * An execution that has gone on does not go on again: n8n 1 lets one go on once for each answer that comes before it has begun to, and any n8n
 * thanks everybody. This is as long as n8n takes to mark it as running. If it could not go on, somebody may send the page again.
 */
const GOES_ON_WITHIN_MS = MINUTE_MS;

/** Two people may send the page at once: the second waits until the first is done. */
const oneAfterTheOther = oneAtATime();

/** What every operation with a page does, around what is its own. */
export const personPage = <Subject extends { extractionId: string }>(
	page: PersonPage<Subject>,
): Pick<Operation, 'notAsTool' | 'execute' | 'webhook'> => ({
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
		const { context, posted } = run;
		const subject = page.subject(context);
		const { extractionId } = subject;
		const isAbout = posted?.get(EXTRACTION_FIELD) === extractionId;
		const serve = async (): Promise<PageAnswer> => {
			const served = await attempt(async () =>
				posted && isAbout
					? await page.post(run, subject, posted)
					: { page: await page.open(run, subject, posted && OTHER_EXTRACTION) },
			);
			if (served.ok) return served.value;
			const { error } = served;
			if (!isServiceError(error) || !GONE_CODES.has(error.code)) throw error;
			if (isAbout && posted?.has(GO_ON_FIELD)) return { page: UNANSWERED, outputs: unchanged(context) };
			return { page: gonePage(describeFailure(error.failure).message, extractionId, posted) };
		};
		return posted ? await goOnOnce(context, posted, serve) : await serve();
	},
});

/** Takes what was sent, one post after the other, and lets an execution go on once. */
async function goOnOnce(
	context: IWebhookFunctions,
	posted: PostedForm,
	serve: () => Promise<PageAnswer>,
): Promise<PageAnswer> {
	const executionId = context.getExecutionId();
	// In a loop, the same node may soon ask about the extraction again: then other questions are open.
	const about = [EXTRACTION_FIELD, OPEN_FIELD].map((field) => posted.get(field));
	const id = [executionId, context.getNode().id, ...about].join(' ');
	return await oneAfterTheOther(executionId, async () => {
		if (takenOnPages.has(id, GOES_ON_WITHIN_MS)) return { page: TOO_LATE };
		const answer = await serve();
		if (answer.outputs) takenOnPages.take(id, GOES_ON_WITHIN_MS);
		return answer;
	});
}

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
		if (typeof read === 'string') return { page: UNREADABLE_FORM[read] };
		posted = read;
		return await operation.webhook({ context, api: await createPageClient(context), posted });
	});
	const { page, outputs }: PageAnswer = answered.ok
		? answered.value
		: { page: notNowPage(reasonOf(context, answered.error), posted) };
	send(context.getResponseObject() as ExpressResponse, page);
	return outputs;
}

/** The latest ones only: more than anybody has at hand. */
const REMEMBERED = 2000;

/** Remembers what was taken, such as a page that somebody has sent, so that it is taken once. */
export class Taken {
	private readonly times = new Map<string, number>();

	/** @param withinMs how long it stays taken @param now in milliseconds since the epoch */
	has(id: string, withinMs = Infinity, now = Date.now()): boolean {
		const at = this.times.get(id);
		return at !== undefined && Math.abs(now - at) <= withinMs;
	}

	/** @returns whether nobody has taken it */
	take(id: string, withinMs = Infinity, now = Date.now()): boolean {
		if (this.has(id, withinMs, now)) return false;
		this.times.delete(id);
		this.times.set(id, now);
		const [oldest] = this.times.keys();
		if (this.times.size > REMEMBERED && oldest !== undefined) this.times.delete(oldest);
		return true;
	}
}

/** What has happened once on the pages of this process: answers were sent, and executions went on. */
export const takenOnPages = new Taken();

/** How to bring a person to the page of an execution that waits. */
export const linkNotice: INodeProperties = {
	displayName:
		'The page is at <code>{{ $execution.resumeUrl }}</code>. Send the whole link with a node before this one, such as Gmail or Slack. Anyone with the link can decide.',
	name: 'linkNotice',
	type: 'notice',
	default: '',
};

/** How long to wait for a person, in milliseconds. The user sees hours, of which an expression may give a part. */
export const personWait = (hours: number, longest: number, description: string): Param<number> =>
	number({
		displayName: 'Maximum Wait (Hours)',
		name: 'maximumWaitHours',
		min: 0.001,
		max: longest,
		fractions: true,
		unit: HOUR_MS,
		typeOptions: { minValue: 1, maxValue: longest, numberPrecision: 0 },
		default: hours,
		description,
	});

/** The options of a parked node, read at its page. @throws InputProblems */
export const parkedOptions = <O extends Params>(context: IWebhookFunctions, options: O): Values<O> =>
	valueOf(checkAdded(options, context.getNodeParameter('options', {}) as IDataObject));
