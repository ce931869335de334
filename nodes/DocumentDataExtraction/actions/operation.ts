import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	IWebhookFunctions,
	IDataObject,
} from 'n8n-workflow';
import type { ApiClient } from '../api/http/client';
import type { Readable } from '../api/http/request';
import type { Headers, Page } from '../pages/page';
import type { PostedForm } from '../pages/form';
import type { Findings } from '../extraction/account/Account';
import { findingHints, hint, type Hint } from '../extraction/account/hints';
import { errorJson, toNodeError } from '../api/errors/nodeError';
import { propertiesOf, readItem, type Params, type Values } from '../parameters/param';
import { attempt } from '../shared/attempt';
import { onceKnown } from './justSubmitted';
import { isRecord } from '../shared/json';
import { InputProblems } from '../shared/problems';
import { steadyNow } from '../shared/time';
import { isTool } from '../shared/n8nFeatures';
import { withoutTags } from '../shared/text';

export interface OperationRun {
	context: IExecuteFunctions;
	api: ApiClient;
}

/** What an operation outputs. */
export interface ItemsByOutput {
	main: INodeExecutionData[];
	/** For the output that appears with Separate Rows That Need Review; absent if that is off, as are the outputs below without their parameter. */
	review?: INodeExecutionData[];
	/** For If the Service Is Unsure: Ask Me. */
	questions?: INodeExecutionData[];
	/** For Unsupported Files: Send to Extra Output. */
	unsupported?: INodeExecutionData[];
}

/** A person at the page of a parked execution. */
export interface PageRun {
	context: IWebhookFunctions;
	/** What stands in the address behind the `?`. */
	query: ReadonlyMap<string, string>;
	/** What the person sends; absent if the page is only looked at. A link preview looks too, so that must change nothing. */
	posted?: PostedForm;
}

/** What a person gets to see: a page, or a document. With outputs the execution goes on, and the parked node outputs them. */
export type PageAnswer = PageOrEnd | { document: Readable; headers: Headers };

export interface PageOrEnd {
	page: Page;
	outputs?: ItemsByOutput;
	/** Stands for what the wait was about, because a loop may wait again. */
	about?: string;
	/** What a person sees instead where n8n goes on with something else. */
	late?: Page;
}

/** One resource/operation pair: how it looks and what it does, side by side. */
export interface Operation {
	/** Without the resource: "Get Balance". */
	name: string;
	value: string;
	/** With the resource, in sentence case and without articles: "Get credit balance". */
	action: string;
	/** One sentence of at most 100 characters: n8n cuts it after two lines. */
	description: string;
	/** What the model of an AI agent reads of it as a tool, if the description does not say enough. */
	forModel?: string;
	/** Set if it does not work as the tool of an AI agent, which is then not offered it. */
	notAsTool?: true;
	/** Its parameters. When they show is derived from the operation's place. */
	properties: INodeProperties[];
	execute(run: OperationRun): Promise<ItemsByOutput>;
	/** Serves the page of an execution that `execute` has parked. A failure becomes a page, and the execution keeps waiting. */
	webhook?(run: PageRun): Promise<PageAnswer>;
}

export interface Resource {
	name: string;
	value: string;
	/** In the order in which the editor shows them. The first one is chosen at first. */
	operations: Operation[];
}

export interface ItemRun extends OperationRun {
	itemIndex: number;
	/** When the first item began, by `steadyNow`. */
	startedAt: number;
	/** Takes what the node notes about an extraction, once all items are done. */
	find(findings: Findings): void;
}

/** Makes the output item of an input item that failed. @throws the failure as a node error unless the node continues on fail */
export function failedItem(
	context: IExecuteFunctions,
	error: unknown,
	itemIndex: number,
): INodeExecutionData {
	const items = context.getInputData().length;
	const nodeError = toNodeError(context.getNode(), error, { itemIndex, items, isTool: isTool(context) });
	if (!context.continueOnFail()) throw nodeError;
	// Do not set the item's own `error`: n8n would then keep only its message.
	return { json: errorJson(nodeError), pairedItem: { item: itemIndex } };
}

type RowsAndReview = Pick<ItemsByOutput, 'main' | 'review'>;

type ItemResult = IDataObject | INodeExecutionData[] | RowsAndReview;

function asOutputs(result: ItemResult, itemIndex: number): RowsAndReview {
	if (Array.isArray(result)) return { main: result };
	if (Array.isArray(result.main)) return result as RowsAndReview;
	return { main: [{ json: result as IDataObject, pairedItem: { item: itemIndex } }] };
}

/**
 * Whether an item has failed in an earlier node of this package, and brings this one nothing to work with. It passes as it is: another
 * reason would hide the first one.
 */
const hasFailedBefore = ({ json }: INodeExecutionData, error: unknown): boolean =>
	error instanceof InputProblems &&
	isRecord(json.error) &&
	typeof json.error.code === 'string' &&
	typeof json.error.next_step === 'string';

/** Runs an operation for one item after the other. An item that fails does not affect the others. */
export const perItem =
	(work: (run: ItemRun) => Promise<ItemResult>): Operation['execute'] =>
	async ({ context, api }) => {
		const outputs: RowsAndReview[] = [];
		const startedAt = steadyNow();
		const findings: Findings[] = [];
		const find = (of: Findings) => void findings.push(of);
		let passed = 0;
		for (let itemIndex = 0; itemIndex < context.getInputData().length; itemIndex++) {
			const run = { context, api, itemIndex, startedAt, find };
			const done = await attempt(async () => await onceKnown(run, async () => await work(run)));
			const item = context.getInputData()[itemIndex] ?? { json: {} };
			const passes = !done.ok && hasFailedBefore(item, done.error);
			if (passes) passed++;
			const failed = () => (passes ? item : failedItem(context, done.ok ? undefined : done.error, itemIndex));
			outputs.push(asOutputs(done.ok ? done.value : [failed()], itemIndex));
		}
		showHints(context, [
			...findingHints(findings),
			...hint('Items that failed in an earlier node and pass as they are', [], { count: passed }),
		]);
		return {
			main: outputs.flatMap(({ main }) => main),
			review: outputs.some(({ review }) => review) ? outputs.flatMap(({ review = [] }) => review) : undefined,
		};
	};

/** What an operation shows, and what it does for one item after the other with the parameters that it shows. */
export const itemOperation = <P extends Params, O extends Params = Record<never, never>>(
	parameters: P,
	options: O | undefined,
	work: (given: Values<P> & Values<O>, run: ItemRun) => Promise<ItemResult>,
): Pick<Operation, 'properties' | 'execute'> => ({
	properties: propertiesOf(parameters, options),
	execute: perItem(async (run) => await work(readItem(run.context, run.itemIndex, parameters, options), run)),
});

/** Shows notes on the node, each once. n8n shows them as HTML, which would cut a name such as `<a>.pdf`. */
export function showHints(context: IExecuteFunctions, hints: Hint[]): void {
	const byMessage = new Map(hints.map((hint) => [hint.message, hint]));
	context.addExecutionHints(
		...[...byMessage.values()].map((hint) => ({
			...hint,
			message: withoutTags(hint.message),
			location: 'outputPane' as const,
		})),
	);
}
