import type {
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookDescription,
	IWebhookFunctions,
} from 'n8n-workflow';
import { showResumeUrl } from '../../shared/n8nFeatures';
import type { ItemsByOutput } from '../operation';

const webhookOf = (name: 'default' | 'setup', httpMethod: 'GET' | 'POST'): IWebhookDescription => ({
	name,
	httpMethod,
	responseMode: 'onReceived',
	// n8n then sends what the node leaves it to send.
	responseData: '',
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

function itemsIn(context: IWebhookFunctions, list: string, binary: string): INodeExecutionData[] {
	const asJson = `JSON.stringify(${list}.map((item) => ({ json: item.json, binary: ${binary} })))`;
	return JSON.parse(String(context.evaluateExpression(`{{ ${asJson} }}`))) as INodeExecutionData[];
}

const WITHOUT_CONTENTS = `item.binary && JSON.parse(JSON.stringify(item.binary, (name, value) => (name === 'data' && typeof value === 'string' ? '' : value)))`;

/**
 * The parked items for a page. Their files have names and IDs, but no contents: where n8n keeps files in memory, each look at the page
 * would copy all of them.
 */
export const parkedItems = (context: IWebhookFunctions): INodeExecutionData[] =>
	itemsIn(context, '$input.all()', WITHOUT_CONTENTS);

/** One of them; undefined if there are fewer. */
export const parkedItem = (context: IWebhookFunctions, index: number): INodeExecutionData | undefined =>
	itemsIn(context, `$input.all().slice(${index}, ${index + 1})`, WITHOUT_CONTENTS)[0];

/** The parked items as they are, for the output. */
export const wholeItems = (context: IWebhookFunctions): INodeExecutionData[] =>
	itemsIn(context, '$input.all()', 'item.binary');
