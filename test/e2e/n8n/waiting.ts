import type { IDataObject, INode, OnError } from 'n8n-workflow';
import type { N8nFixture } from '../setup/n8nFixture';
import { itemsOf } from './client';
import { branch, extraction, manualTrigger, noOperation, setFields } from './workflows';
import type { Execution, WorkflowFile } from './types';

export const ON_ERROR: OnError[] = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];

/** A fixed number of hours that lets an execution wait for seconds. */
export const SHORTLY = 0.003;

const splitOut: INode = {
	...noOperation('Items'),
	type: 'n8n-nodes-base.splitOut',
	parameters: { fieldToSplitOut: 'items', options: {} },
};

/** Writes down the link, and passes its items on. */
export const LINK: INode = {
	...setFields({}),
	id: 'link',
	name: 'Link',
	parameters: {
		assignments: {
			assignments: [{ id: 'link', name: 'link', type: 'string', value: '={{ $execution.resumeUrl }}' }],
		},
		includeOtherFields: true,
		options: {},
	},
};

/** What the node "Extract" of such a workflow does. */
export interface Waiting {
	parameters: IDataObject;
	/** Its input. */
	items: IDataObject[];
	onError?: OnError;
}

/** A workflow that waits for a person. Behind "Extract" are "After" and, with an error output, "Failed". */
export const waitingWorkflow = (
	{ credential }: N8nFixture,
	{ parameters, items, onError = 'stopWorkflow' }: Waiting,
): WorkflowFile =>
	branch(
		`Wait with ${onError}`,
		[manualTrigger(), setFields({ items }), LINK, splitOut, extraction(credential, parameters, { onError })],
		[noOperation('After'), ...(onError === 'continueErrorOutput' ? [noOperation('Failed')] : [])],
	);

/** Starts such a workflow. @returns the ID of its execution */
export async function startWaiting(n8n: N8nFixture, waiting: Waiting): Promise<string> {
	const { client } = n8n.host;
	return await client.start(await client.createWorkflow(waitingWorkflow(n8n, waiting)));
}

/** The link to the page of an execution. */
export const linkOf = (execution: Execution): string => String(itemsOf(execution, 'Link')[0]!.json.link);

/** What reached the nodes behind "Extract", by their names. A node that did not run is missing. */
export const reached = (execution: Execution): Record<string, IDataObject[]> =>
	Object.fromEntries(
		['After', 'Failed']
			.filter((name) => name in execution.data.resultData.runData)
			.map((name) => [name, itemsOf(execution, name).map(({ json }) => json)]),
	);

/** How an execution ended, and the message of each item that reached the nodes behind "Extract". */
export const messagesOf = (execution: Execution) => ({
	status: execution.status,
	reached: Object.fromEntries(
		Object.entries(reached(execution)).map(([name, items]) => [name, items.map(({ message }) => message)]),
	),
});

/** The same of an execution whose node "Extract" fails with these messages. */
export function failedWith(onError: OnError, messages: string[]): ReturnType<typeof messagesOf> {
	if (onError === 'stopWorkflow') return { status: 'error', reached: {} };
	const at = onError === 'continueErrorOutput' ? 'Failed' : 'After';
	return { status: 'success', reached: { [at]: messages } };
}
