import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { DocumentDataExtractionApi } from '../../credentials/DocumentDataExtractionApi.credentials';
import { DocumentDataExtraction } from '../../nodes/DocumentDataExtraction/DocumentDataExtraction.node';
import { startEngine, type Engine } from '../../engine';
import { DEFAULTS, Run } from './host/execute';
import { Network } from './host/network';
import { serveModel } from './host/overHttp';
import { bytesOf, type Doc } from './service/documents';
import type { Fate } from './service/extractions';
import { KEY, Service } from './service/routes';
import { inVirtualTime, VirtualClock } from './virtual/clock';

const TYPE = 'n8n-nodes-document-data-extraction.documentDataExtraction';

interface Case {
	parameters: INodeParameters;
	docs: Array<Partial<Doc>>;
	continueOnFail?: boolean;
	maxTries?: number;
	fates?: Fate[];
}

const serviceOf = ({ fates = [] }: Case) => ({
	credits: 100,
	concurrent: 10,
	recommends: true,
	strictIds: false,
	fates: [...fates, ...Array.from({ length: 10 }, () => ({ seconds: 0.05 }))],
	partSize: 50,
	skew: 0,
});

function itemsOf({ docs }: Case): INodeExecutionData[] {
	return docs.map((given, index) => {
		const doc: Doc = {
			id: `d${index}`,
			pages: [2],
			failedPages: [],
			trait: 'fine',
			size: 70 + index,
			...given,
		};
		const data = bytesOf(doc).toString('base64');
		return {
			json: { index },
			binary: { data: { data, mimeType: 'application/pdf', fileName: 'invoice.pdf' } },
		};
	});
}

const asked = { prompt: 'Invoice number', outputStructure: 'per_invoice' };

/** What a user sees, without what differs from run to run. */
const seen = (
	outputs: INodeExecutionData[][],
	hints: Array<{ message: string }>,
	error?: { message: string; description?: unknown },
) => ({
	outputs: outputs.map((items) =>
		items.map(({ json, pairedItem }) => ({ json: withoutTimes(json), pairedItem })),
	),
	hints: hints.map(({ message }) => message),
	error: error && [error.message, error.description],
});

/** Without times, and without the IDs that the node derives from the execution. */
const withoutTimes = (json: unknown): unknown =>
	JSON.parse(
		JSON.stringify(json)
			.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
			.replace(/n8n-[\w.-]+/g, 'an ID'),
	) as unknown;

async function onEngine(each: Case) {
	const model = await serveModel(serviceOf(each));
	const engine: Engine = await startEngine({
		nodeTypes: { [TYPE]: new DocumentDataExtraction() },
		credentialTypes: [new DocumentDataExtractionApi()],
		credentials: { documentDataExtractionApi: { baseUrl: model.baseUrl, apiKey: KEY } },
	});
	const { continueOnFail, maxTries = 1, parameters } = each;
	const run = await engine.runNode({
		type: TYPE,
		parameters: { ...asked, ...parameters },
		input: itemsOf(each),
		...(continueOnFail ? { onError: 'continueRegularOutput' as const } : {}),
		...(maxTries > 1 ? { retryOnFail: true, maxTries } : {}),
	});
	await engine.close();
	await model.close();
	const error = run.nodeError(run.nodeName) as { message: string; description?: unknown } | undefined;
	return {
		...seen([run.items, run.secondOutput], run.hints(run.nodeName), error),
		charges: withoutTimes(model.service.extractions.charges),
	};
}

async function onStandIn(each: Case) {
	const clock = new VirtualClock(Date.UTC(2026, 2, 2));
	return await inVirtualTime(clock, async () => {
		const service = new Service(clock, serviceOf(each));
		const { continueOnFail = false, maxTries = 1, parameters } = each;
		const run = new Run(new Network(clock, service, []), clock, {
			label: 'engine',
			baseUrl: 'https://api.example.com/v1',
			workflowId: 'w',
			executionId: '1',
			parameters: { ...DEFAULTS, ...asked, ...parameters },
			items: itemsOf(each),
			store: new Map(),
			continueOnFail,
			maxTries,
		});
		const result = run.result();
		await clock.settle(result, clock.now + 3_600_000);
		const { outputs, hints, error } = await result;
		const out = [outputs[0] ?? [], outputs[1] ?? []];
		return {
			...seen(out, error ? [] : hints, error && { message: error.message, description: error.description }),
			charges: withoutTimes(service.extractions.charges),
		};
	});
}

/** What the simulation runs the node with behaves like n8n: with the same service the same comes out. */
describe('the stand-in for n8n', () => {
	const cases: Record<string, Case> = {
		'rows of several items, the doubtful ones apart': {
			parameters: { separateReview: true },
			docs: [{}, { trait: 'doubtful', pages: [1, 2] }, { pages: [3] }],
		},
		'an item that fails while others go on': {
			parameters: { create: 'perItem' },
			docs: [{}, { trait: 'encrypted' }],
			continueOnFail: true,
		},
		'a summary': { parameters: { output: 'summary' }, docs: [{ pages: [1, 1] }, {}] },
		'an error after two tries': {
			parameters: {},
			docs: [{}],
			maxTries: 2,
			fates: [
				{ seconds: 0.05, fails: 'PROMPT_UNCLEAR' },
				{ seconds: 0.05, fails: 'PROMPT_UNCLEAR' },
			],
		},
	};
	it.each(Object.entries(cases))('hands out what n8n hands out: %s', async (_, each) => {
		const fromStandIn = await onStandIn(each);
		expect(fromStandIn).toEqual(await onEngine(each));
		expect([...fromStandIn.outputs.flat(), ...(fromStandIn.error ?? [])]).not.toEqual([]);
	});
});
