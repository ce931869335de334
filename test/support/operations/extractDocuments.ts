import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { NodeRun, RunNodeOptions, Started } from '../../../dev/engine';
import { makeInvoicePdf } from '../../../examples/documents/invoicePdf';
import type { NodeFixture } from '../fixtures/nodeFixture';
import { itemWith } from '../items';
import { NODE_TYPE } from '../names';
import { onlyKnown } from './onlyKnown';

type WithEngine = Pick<NodeFixture, 'engine'>;

/** What the tests in this folder extract, unless they say otherwise. */
export const PROMPT = 'Invoice number, supplier and total';

export interface ExtractOptions extends Omit<RunNodeOptions, 'type' | 'parameters'> {
	parameters?: IDataObject;
	/** The node's collection "Options". What names the request can stand here too. */
	options?: IDataObject;
}

const runOptions = ({
	parameters,
	options: { submissionId, preventDuplicates, ...options } = {},
	...rest
}: ExtractOptions): RunNodeOptions => ({
	type: NODE_TYPE,
	parameters: onlyKnown({
		resource: 'extraction',
		operation: 'extractDocuments',
		prompt: PROMPT,
		outputStructure: 'per_invoice',
		// One request for all items, so that a test shows what its files do to each other.
		groupFiles: 'forAllItems',
		preventDuplicates: preventDuplicates ?? (submissionId === undefined ? 'execution' : 'own'),
		submissionId: submissionId ?? '',
		...parameters,
		options,
	} as NonNullable<RunNodeOptions['parameters']>),
	...rest,
});

/** Runs Extract Documents once, on its own. */
export const extract = async (node: WithEngine, options: ExtractOptions): Promise<NodeRun> =>
	await node.engine.runNode(runOptions(options));

/** Like `extract`, but hands back the means to stop it. */
export const startExtracting = (node: WithEngine, options: ExtractOptions): Started<NodeRun> =>
	node.engine.startNode(runOptions(options));

/** The PDF of an invoice with this number, in n8n's binary store. */
export async function invoiceFile(
	node: WithEngine,
	number: string,
	fileName = `${number}.pdf`,
	options: Parameters<typeof makeInvoicePdf>[1] = {},
): Promise<IBinaryData> {
	return await node.engine.storeFile(await makeInvoicePdf({ number }, options), fileName, 'application/pdf');
}

/** One item for each invoice number, each with its PDF. */
export const invoiceItems = async (node: WithEngine, ...numbers: string[]): Promise<INodeExecutionData[]> =>
	await Promise.all(numbers.map(async (number) => itemWith(await invoiceFile(node, number))));

/** `[Invoice Number, Source File, index of the paired item]` of each row. */
export const traced = (rows: INodeExecutionData[]): unknown[] =>
	rows.map(({ json, pairedItem }) => [
		json['Invoice Number'],
		json['Source File'],
		(pairedItem as { item: number }).item,
	]);

/** The id that a file of an upload session has there, by its place, from 1. */
export const fileIdIn = (node: NodeFixture, sessionId: string, place: number): string => {
	const session = node.sandbox.control
		.sessions()
		.find(({ upload_session_id }) => upload_session_id === sessionId);
	return session?.files[place - 1]?.file_id ?? '';
};

/** How often the sandbox was asked for each of the given endpoints. */
export const countOf = (node: NodeFixture, ...endpoints: string[]): number[] =>
	endpoints.map(
		(endpoint) => node.sandbox.control.requests().filter((request) => request.endpoint === endpoint).length,
	);

/** The credits that each extraction has cost so far, in the order of their submission. */
export const chargesOf = (node: NodeFixture): number[] =>
	node.sandbox.control
		.extractions()
		.map(({ charges }) => charges.reduce((sum, { credits }) => sum + credits, 0));

/** The note of a run that paid nothing, because all of its rows come from one extraction that was there before. */
export const FROM_EARLIER =
	/^Earlier extractions that rows come from, at no cost \(1\): .+ \(America\/New_York\)$/;
