import type { IDataObject, INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import { CREDENTIAL_TYPE, loadPackage, NODE_TYPE } from '../../demo/compiledPackage';
import { startEngine, type Engine } from '../../engine';
import type { ClientProcess, Job, Task, Timing } from '../Job';
import { liftLimits } from './liftLimits';
import { atRest, MemoryWatch } from './memory';

const EXTRACT: INodeParameters = {
	resource: 'extraction',
	operation: 'extractDocuments',
	promptType: 'text',
	prompt: 'Invoice number, supplier and total',
	outputStructure: 'per_invoice',
	output: 'rows',
};

const parametersFor = (task: Task): INodeParameters =>
	'files' in task
		? {
				...EXTRACT,
				output: task.output ?? 'rows',
				options: {
					taskName: 'Benchmark',
					// As the bare client and the helper: one extraction of all files.
					groupFiles: 'forAllItems',
					...(task.preventDuplicatesBy && { preventDuplicates: task.preventDuplicatesBy }),
					submissionId: 'benchmark',
				},
			}
		: {
				resource: 'extraction',
				operation: 'getRows',
				extractionId: { __rl: true, mode: 'id', value: task.extractionId },
				returnAll: true,
				rowsOutput: task.output ?? 'rows',
			};

const helperParameters = (task: Task): INodeParameters =>
	'files' in task ? {} : { extractionId: task.extractionId };

/** An item is a row, or holds a list of them. */
const countRows = (items: Array<{ json: IDataObject }>): number =>
	items.reduce((sum, { json: { rows, lines = rows } }) => sum + (Array.isArray(lines) ? lines.length : 1), 0);

/** A node in n8n's real engine, files in the file system: ours as it is published, or another in its place. */
export class EngineClient implements ClientProcess {
	private engine: Engine | undefined;
	private input: INodeExecutionData[] = [{ json: {} }];
	private parameters: INodeParameters = {};
	private rest = 0;

	constructor(private readonly nodeInPlace?: INodeType) {}

	async prepare({ baseUrl, apiKey, task, limits }: Job): Promise<void> {
		const { node, credential } = loadPackage();
		if (limits === 'off') liftLimits();
		this.engine = await startEngine({
			nodeTypes: { [NODE_TYPE]: this.nodeInPlace ?? node },
			credentialTypes: [credential],
			credentials: { [CREDENTIAL_TYPE]: { baseUrl, apiKey } },
			binaryMode: 'filesystem',
		});
		if ('files' in task) {
			this.input = [];
			for (const { path, fileName } of task.files) {
				const data = await this.engine.storeFile(path, fileName, 'application/pdf');
				this.input.push({ json: {}, binary: { data } });
			}
		}
		this.parameters = this.nodeInPlace ? helperParameters(task) : parametersFor(task);
		this.rest = atRest();
	}

	async run(fromRest = false): Promise<Timing> {
		if (!this.engine) throw new Error('Nothing is prepared');
		if (fromRest) atRest();
		const memory = new MemoryWatch();
		const start = performance.now();
		const run = await this.engine.runNode({
			type: NODE_TYPE,
			parameters: this.parameters,
			input: this.input,
		});
		const ms = performance.now() - start;
		const peakMiB = memory.stop(this.rest);
		if (run.status !== 'success') throw new Error(run.error?.message ?? run.status);
		return { ms, rows: countRows(run.items), peakMiB };
	}

	async close(): Promise<void> {
		await this.engine?.close();
	}
}
