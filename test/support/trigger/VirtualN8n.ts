import type { IDataObject } from 'n8n-workflow';
import { DocumentDataExtractionTrigger } from '../../../nodes/DocumentDataExtraction/DocumentDataExtractionTrigger.node';
import { TRIGGER_LIMITS } from '../../../nodes/DocumentDataExtraction/trigger/state';
import { Clock, MINUTE } from '../../trigger/model/clock';
import { pollContext, type SentRequest } from '../../trigger/model/n8n/context';
import type { TriggerProcess } from '../../trigger/model/n8n/triggerProcess';
import type { ModelExtraction } from '../../trigger/model/service/extraction';
import { TRIGGER_TYPE } from '../names';
import { StageService, type Endpoint } from './StageService';

let clock: Clock;
let stages = 0;

/** Puts the clocks under the test's control: timers, dates, and the deadline of a poll. */
export function virtualTime(): void {
	beforeEach(() => void (clock = new Clock()));
	afterEach(() => {
		clock.stop();
		jest.restoreAllMocks();
	});
}

const PROCESS: TriggerProcess = {
	isAlive: true,
	trigger: new DocumentDataExtractionTrigger(),
	limits: TRIGGER_LIMITS as unknown as TriggerProcess['limits'],
	usual: { ...TRIGGER_LIMITS },
};

/** `list all` or `list processing`, `status x0`, `details x0`. */
function inShort({ what }: SentRequest): string {
	const words = what();
	return words.startsWith('list') ? `list ${/ status=(\w+)/.exec(words)?.[1] ?? 'all'}` : words;
}

/** One trigger in n8n: the node's real `poll` in virtual time, with a service of its own that takes its time. */
export class VirtualN8n {
	readonly service = new StageService(clock);
	readonly announced: string[] = [];
	readonly items: IDataObject[] = [];
	readonly errors: Error[] = [];
	readonly warnings: string[] = [];
	/** How long a request takes, in milliseconds. */
	latency: (endpoint: Endpoint, id: string) => number = () => 20;
	parameters: IDataObject = {
		events: ['completed', 'failed', 'cancelled', 'input_required'],
		completedOutput: 'extraction',
	};
	nodeId = 'node';
	staticData: Record<'node' | 'global', IDataObject> = { node: {}, global: {} };
	private sent: SentRequest[] = [];
	private readonly workflowId = `stage-${(stages += 1)}`;

	/** @param apiKey several may share it, and the requests of a minute with it */
	constructor(private readonly apiKey = `key-of-stage-${stages + 1}`) {
		const { weather } = this.service;
		weather.looksAfter = 1;
		weather.latencyOf = (kind, id) => this.latency(kind as Endpoint, id);
		// What a key may ask for is counted by the node alone: here all that share one have services of their own.
		weather.refusal = () => undefined;
	}

	get state(): IDataObject {
		return this.staticData.node.state as IDataObject;
	}

	/** Characters of everything that this trigger stores. */
	get bytes(): number {
		return JSON.stringify(this.staticData.node).length + JSON.stringify(this.staticData.global).length;
	}

	/** Requests of the last poll. */
	get requests(): string[] {
		return this.sent.map(inShort);
	}

	fail(fails: StageService['fails'] = () => undefined): void {
		this.service.fails = fails;
	}

	create(count: number, status = 'processing', minutesBack = 0): ModelExtraction[] {
		const span = minutesBack * MINUTE;
		return Array.from({ length: count }, (_, index) =>
			this.service.createAs(status, Math.floor(((index + 1) * span) / count) - span),
		);
	}

	/** A poll that begins now and takes the time that it takes. */
	async poll(): Promise<string[]> {
		this.sent = [];
		const before = this.announced.length;
		await clock.passWith(this.begin());
		return this.announced.slice(before);
	}

	/** A poll at the beginning of each of so many minutes. */
	async minutes(count: number, meanwhile: (minute: number) => void = () => undefined): Promise<void> {
		for (let minute = 0; minute < count; minute++) {
			const end = clock.now + MINUTE;
			meanwhile(minute);
			await this.poll();
			await this.pass(Math.max(0, end - clock.now));
		}
	}

	async pass(ms: number): Promise<void> {
		await clock.passUntil(clock.now + ms);
	}

	/** Begins a poll, for a test in which several go on at once and which moves the time itself. */
	async begin(): Promise<void> {
		this.sent = [];
		const { nodeId, parameters, staticData, workflowId, apiKey, service, sent, warnings } = this;
		const context = pollContext({
			clock,
			service,
			process: PROCESS,
			apiKey,
			workflowId,
			node: {
				id: nodeId,
				name: 'Trigger',
				type: TRIGGER_TYPE,
				typeVersion: 1,
				position: [0, 0],
				parameters: parameters as never,
				credentials: { documentDataExtractionApi: { id: '1', name: 'Key' } },
			},
			staticData,
			mode: 'trigger',
			activation: 'activate',
			budgetMs: undefined,
			heedsSignal: true,
			requests: sent,
			log: warnings,
		});
		try {
			const polled = await PROCESS.trigger.poll!.call(context);
			for (const { json } of polled?.[0] ?? []) {
				this.items.push(json);
				this.announced.push(`${String(json.extraction_id)} ${String(json.event)}`);
			}
		} catch (error) {
			this.errors.push(error as Error);
		}
	}
}
