import type { IExecuteFunctions, INodeExecutionData, INodeProperties, IWebhookFunctions } from 'n8n-workflow';
import type { ApiClient } from '../api/http/client';
import type { Page } from '../pages/page';
import type { PostedForm } from '../pages/form';

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
	api: ApiClient;
	/** What the person sends; absent if the page is only looked at. A link preview looks too, so that must change nothing. */
	posted?: PostedForm;
}

/** What a person gets to see, and whether the execution goes on. */
export interface PageAnswer {
	page: Page;
	/** What the parked node outputs. Without it the execution keeps waiting. */
	outputs?: ItemsByOutput;
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
