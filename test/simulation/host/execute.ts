import { setMaxListeners } from 'node:events';
import type { INode, INodeExecutionData, INodeProperties, NodeExecutionHint } from 'n8n-workflow';
import { DocumentDataExtraction } from '../../../nodes/DocumentDataExtraction/DocumentDataExtraction.node';
import type { Endpoint } from '../service/endpoints';
import type { VirtualClock } from '../virtual/clock';
import { contextOf, type Hosted, type Parameter } from './context';
import type { Life, Network } from './network';

const nodeType = new DocumentDataExtraction();

/** What the parameters are set to at first, for the operation Extract Documents. */
export const DEFAULTS: Record<string, Parameter> = Object.fromEntries(
	nodeType.description.properties.filter(isShown).map(({ name, default: value }) => [name, value]),
);

function isShown({ displayOptions }: INodeProperties): boolean {
	const {
		resource = ['extraction'],
		operation = ['extractDocuments'],
		'@tool': inTool = [false],
	} = (displayOptions?.show ?? {}) as Record<string, unknown[]>;
	return resource.includes('extraction') && operation.includes('extractDocuments') && inTool.includes(false);
}

const OPTIONS = new Set(
	nodeType.description.properties
		.filter(isShown)
		.find(({ name }) => name === 'options')
		?.options?.map(({ name }) => name),
);

/** Whether Extract Documents has this option. */
export const hasOption = (name: string): boolean => OPTIONS.has(name);

export interface RunSettings {
	label: string;
	baseUrl: string;
	workflowId: string;
	executionId: string;
	parameters: Record<string, Parameter>;
	items: INodeExecutionData[];
	store: Map<string, Buffer>;
	continueOnFail: boolean;
	/** n8n's Retry On Fail. */
	maxTries: number;
}

export interface Outcome {
	end: 'success' | 'error' | 'killed';
	outputs: INodeExecutionData[][];
	error?: Error & Record<string, unknown>;
	hints: NodeExecutionHint[];
	began: number;
	ended: number;
	stoppedAt?: number;
	tries: number;
	lastTryBegan: number;
	/** Outputs, errors and hints of all tries, for what must never be in any of them. */
	everything: unknown[];
}

/** One execution of a workflow with the node, in one process of n8n. */
export class Run implements Life {
	isDead = false;

	calls = 0;

	stoppedAt: number | undefined;

	private readonly abort = new AbortController();

	private readonly everything: unknown[] = [];

	/** What n8n keeps for the node in this execution. */
	private readonly kept = {};

	private lastTryBegan = 0;

	private die = (): void => undefined;

	private readonly death: Promise<'killed'>;

	constructor(
		private readonly network: Network,
		private readonly clock: VirtualClock,
		readonly settings: RunSettings,
		private readonly plan: (
			run: Run,
			number: number,
			phase: 'before' | 'after',
			endpoint: Endpoint,
		) => void = () => undefined,
	) {
		setMaxListeners(0, this.abort.signal);
		this.death = new Promise((resolve) => {
			this.die = () => resolve('killed');
		});
	}

	get label(): string {
		return this.settings.label;
	}

	atCall(number: number, phase: 'before' | 'after', endpoint: Endpoint): void {
		this.plan(this, number, phase, endpoint);
	}

	/** As if the process ended: it sees no answer any more, and nothing that it still does arrives. */
	kill(): void {
		this.isDead = true;
		this.die();
		this.abort.abort();
	}

	/** The stop button. */
	stop(): void {
		this.stoppedAt ??= this.clock.now;
		this.abort.abort();
	}

	async result(): Promise<Outcome> {
		const began = this.clock.now;
		const done = await Promise.race([this.tries(), this.death]);
		const ends = {
			began,
			ended: this.clock.now,
			stoppedAt: this.stoppedAt,
			everything: this.everything,
			lastTryBegan: this.lastTryBegan,
		};
		if (done === 'killed') return { end: 'killed', outputs: [], hints: [], tries: 0, ...ends };
		return { ...done, ...ends };
	}

	/** As n8n tries a node again: on an error, and where the first item has `error`. */
	private async tries(): Promise<Pick<Outcome, 'end' | 'outputs' | 'error' | 'hints' | 'tries'>> {
		const { maxTries } = this.settings;
		for (let tryNumber = 1; ; tryNumber++) {
			this.lastTryBegan = this.clock.now;
			const hosted = this.hosted(tryNumber);
			const { context, hints } = contextOf(hosted);
			const isLast = tryNumber >= maxTries || this.abort.signal.aborted;
			try {
				const outputs = (await nodeType.execute.call(context)) as INodeExecutionData[][];
				this.everything.push(outputs, hints);
				if (outputs[0]?.[0]?.json.error === undefined || isLast || this.abort.signal.aborted)
					return { end: 'success', outputs, hints, tries: tryNumber };
			} catch (error) {
				this.everything.push(error, hints);
				if (isLast || this.abort.signal.aborted)
					return { end: 'error', outputs: [], error: error as Outcome['error'], hints, tries: tryNumber };
			}
			await this.clock.sleep(1_000);
		}
	}

	private hosted(tryNumber: number): Hosted {
		const { continueOnFail } = this.settings;
		const node: INode = {
			id: 'the-node',
			name: 'Extract',
			type: 'n8n-nodes-document-data-extraction.documentDataExtraction',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
			credentials: { documentDataExtractionApi: { id: '1', name: 'Account' } },
			...(continueOnFail ? { onError: 'continueRegularOutput' as const } : {}),
		};
		return {
			...this.settings,
			network: this.network,
			life: this,
			node,
			signal: this.abort.signal,
			tryNumber,
			kept: this.kept,
		};
	}
}
