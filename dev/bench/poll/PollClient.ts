import type { INodeType } from 'n8n-workflow';
import { CREDENTIAL_TYPE, loadPackage } from '../../demo/compiledPackage';
import { startEngine, type Engine, type Scheduler } from '../../engine';
import { liftLimits } from '../engine/liftLimits';
import type { ClientProcess, Job, Timing } from '../Job';

const TRIGGER_TYPE = 'n8n-nodes-document-data-extraction.documentDataExtractionTrigger';

function loadTrigger(): INodeType {
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- it exists only once it is built
	const { DocumentDataExtractionTrigger: Trigger } = require('../../../index.js') as {
		DocumentDataExtractionTrigger: new () => INodeType;
	};
	return new Trigger();
}

/** Our trigger as it is published, active in n8n's real engine. */
export class PollClient implements ClientProcess {
	private engine: Engine | undefined;
	private scheduler: Scheduler | undefined;

	/** Takes the baseline as well, and warms up. */
	async prepare({ baseUrl, apiKey }: Job): Promise<void> {
		liftLimits();
		this.engine = await startEngine({
			nodeTypes: { [TRIGGER_TYPE]: loadTrigger() },
			credentialTypes: [loadPackage().credential],
			credentials: { [CREDENTIAL_TYPE]: { baseUrl, apiKey } },
		});
		this.scheduler = this.engine.scheduler({
			type: TRIGGER_TYPE,
			parameters: { completedOutput: 'extraction' },
		});
		await this.scheduler.activate();
		await this.run();
	}

	/** One poll. Its rows are the events that it announces. */
	async run(): Promise<Timing> {
		if (!this.scheduler) throw new Error('Nothing is prepared');
		const start = performance.now();
		const announced = await this.scheduler.poll();
		const ms = performance.now() - start;
		const [error] = this.scheduler.errors;
		if (error) throw error;
		return { ms, rows: announced.length, peakMiB: null };
	}

	async close(): Promise<void> {
		this.scheduler?.deactivate();
		await this.engine?.close();
	}
}
