import { randomUUID } from 'node:crypto';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { DocumentDataExtractionApi } from '../../credentials/DocumentDataExtractionApi.credentials';
import { startEngine, type BinaryMode, type Engine, type Persistence, type Scheduler } from '../../engine';
import { DocumentDataExtractionTrigger } from '../../nodes/DocumentDataExtraction/DocumentDataExtractionTrigger.node';
import { startSandbox, type Control, type Sandbox, type SandboxOptions } from '../../sandbox';

export const TRIGGER_TYPE = 'n8n-nodes-document-data-extraction.documentDataExtractionTrigger';

export const MINUTE = 60_000;

/** The trigger on n8n's real engine, with a sandbox behind it. */
export interface TriggerFixture {
	readonly engine: Engine;
	readonly sandbox: Sandbox;
	readonly control: Control;
	/** The trigger's credential; what is changed in it counts from the next poll on. */
	readonly credential: { baseUrl: string; apiKey: string };
	/** A trigger that is not yet active. */
	inactive(parameters?: INodeParameters, persistence?: Persistence): Scheduler;
	/** An active trigger that has taken its baseline. The request log is empty. */
	active(parameters?: INodeParameters, persistence?: Persistence): Promise<Scheduler>;
	/** A test run in the editor. */
	test(parameters?: INodeParameters): Promise<INodeExecutionData[]>;
	/** What the sandbox was asked, such as `GET /extractions`. */
	asked(): string[];
}

/** Prepares a test file: an engine, and a sandbox of its own for every test, so that no test sees the extractions of another. */
export function startTrigger(options: SandboxOptions = {}, binaryMode?: BinaryMode): TriggerFixture {
	const credential = { baseUrl: '', apiKey: '' };
	let engine: Engine;
	let sandbox: Sandbox;
	beforeAll(async () => {
		engine = await startEngine({
			nodeTypes: { [TRIGGER_TYPE]: new DocumentDataExtractionTrigger() },
			credentialTypes: [new DocumentDataExtractionApi()],
			credentials: { documentDataExtractionApi: credential },
			binaryMode,
		});
	});
	beforeEach(async () => {
		sandbox = await startSandbox({ limits: 'off', ...options });
		Object.assign(credential, { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey });
	});
	afterEach(async () => await sandbox.close());
	afterAll(async () => await engine.close());

	const inactive: TriggerFixture['inactive'] = (parameters = {}, persistence = 'memory') =>
		engine.scheduler({
			type: TRIGGER_TYPE,
			parameters,
			persistence,
			// Every trigger in a workflow of its own, so that no two of them are one for the process.
			workflowId: randomUUID(),
		});
	return {
		get engine() {
			return engine;
		},
		get sandbox() {
			return sandbox;
		},
		get control() {
			return sandbox.control;
		},
		credential,
		inactive,
		async active(parameters, persistence) {
			const scheduler = inactive(parameters, persistence);
			await scheduler.activate();
			sandbox.control.clearRequests();
			return scheduler;
		},
		async test(parameters = {}) {
			const { data } = await engine.poll({ type: TRIGGER_TYPE, parameters, mode: 'manual' });
			return data?.[0] ?? [];
		},
		asked: () => sandbox.control.requests().map(({ endpoint }) => endpoint),
	};
}

export const jsonOf = (items: INodeExecutionData[]) => items.map(({ json }) => json);

/** `event id`, in the order of announcement. */
export const announced = (items: INodeExecutionData[]): string[] =>
	items.map(({ json }) => `${String(json.event)} ${String(json.extraction_id)}`);
