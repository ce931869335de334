import type { INodeExecutionData } from 'n8n-workflow';
import { DEFAULTS, hasOption, Run, type Outcome } from '../host/execute';
import type { Parameter } from '../host/context';
import { Network } from '../host/network';
import { bytesOf, isBadTrait, type Doc } from '../service/documents';
import { services, type Made, type Service, type ServiceSettings } from '../service/Service';
import { Hang, inVirtualTime, VirtualClock } from '../virtual/clock';
import { stepAfter, type Followed } from './follow';
import type { FilePlan, Plan, RunPlan } from './plan';

/** One input file of a run. */
export interface InputFile {
	doc: Doc;
	item: number;
	field: string;
	name: string;
	file: FilePlan;
	/** The item that it first came with. */
	origin: number;
}

type FollowingPlan = RunPlan & { follows?: Followed };

/** One run as it was played. */
export interface Played {
	label: string;
	plan: RunPlan;
	files: InputFile[];
	items: INodeExecutionData[];
	prompt: string | null;
	/** The request: the own ID, the execution, or what is asked about which files. Files that cannot be read do not make it another one. */
	request: string;
	ownId: string | null;
	executionId: string;
	outcome: Outcome;
	/** It is the one at the end, without any trouble. */
	isLast: boolean;
	/** What it follows: a run that said what to do next. */
	follows?: Followed;
}

export interface History {
	plan: Plan;
	service: Service;
	/** Every extraction at the end. */
	extractions: Made[];
	network: Network;
	runs: Played[];
	/** What never ended. */
	hang?: string;
	start: number;
}

const START = Date.UTC(2026, 2, 2, 8);
const DAY = 86_400_000;
const MINUTE = 60_000;

// Jest keeps a hundred calls of each error, and the node makes many errors in a history.
Error.stackTraceLimit = 10;

/** What names a request of these files, where their contents do: whatever they are called, in whatever order, however often. */
export const requestOfFiles = (asked: string | null, files: InputFile[]): string =>
	[
		asked,
		...new Set(
			files
				.filter(({ doc }) => !isBadTrait(doc.trait))
				.map(({ doc }) => doc.id)
				.sort(),
		),
	].join('; ');

let histories = 0;

/** Plays a history: its runs one after the other, and at the end each request once more, without trouble. */
export async function play(plan: Plan): Promise<History> {
	const clock = new VirtualClock(START, 7);
	const begin = await services();
	return await inVirtualTime(clock, async () => await new Player(plan, clock, begin).play());
}

class Player {
	private readonly service: Service;

	private readonly network: Network;

	private readonly runs: Played[] = [];

	private readonly number = (histories += 1);

	private processes = 0;

	private executions = 0;

	private docs = 0;

	private readonly contents = new Map<FilePlan, Map<string, Doc>>();

	constructor(
		private readonly plan: Plan,
		private readonly clock: VirtualClock,
		begin: (settings: ServiceSettings) => Service,
	) {
		const { service, faults } = plan;
		this.service = begin({ ...service, skew: service.skew * 1_000 });
		this.network = new Network(clock, this.service, faults, service.cutAfter);
		for (const seconds of service.elsewhere) this.service.elsewhere(seconds);
	}

	async play(): Promise<History> {
		const { plan, service, network, runs } = this;
		let hang: string | undefined;
		try {
			for (let index = 0; index < plan.runs.length;) {
				const together = plan.runs[index + 1]?.alongside ? 2 : 1;
				await this.playRuns(plan.runs.slice(index, index + together));
				index += together;
			}
			await this.calmDown();
			for (const job of new Set(plan.runs.map((run) => run.job)))
				await this.playRuns(
					[
						{
							job,
							sameExecution: false,
							change: 'nothing',
							alongside: false,
							after: 1,
							withoutSessions: false,
							withoutCredits: false,
						},
					],
					true,
				);
		} catch (error) {
			if (!(error instanceof Hang)) throw error;
			hang = error.message;
		}
		const { extractions } = service;
		return { plan, service, extractions, network, runs, hang, start: START };
	}

	/** What was in the way is gone: faults, missing credits, a pause, extractions of others. */
	private async calmDown(): Promise<void> {
		this.network.isCalm = true;
		this.service.topUp(1_000);
		this.service.calm();
		await this.clock.pass(3 * 60 * MINUTE);
	}

	private async playRuns(plans: RunPlan[], isLast = false): Promise<void> {
		await this.clock.pass(plans[0]!.after * 1_000);
		if (plans.some(({ withoutSessions }) => withoutSessions)) this.service.lose();
		const taken = plans.some(({ withoutCredits }) => withoutCredits) ? this.service.credits : 0;
		this.service.topUp(-taken);
		const doable = plans.map((plan) => this.followed(plan)).filter((plan) => plan !== undefined);
		const started = doable.map((plan, index) => this.start(plan, this.runs.length + index + 1, isLast));
		const outcomes = Promise.all(started.map(async ({ run }) => await run.result()));
		await this.clock.settle(outcomes, this.clock.now + DAY);
		for (const [index, outcome] of (await outcomes).entries())
			this.runs.push({ ...started[index]!.played, outcome });
		// What goes on behind a run that was stopped has time to end.
		await this.clock.pass(5 * MINUTE);
		this.service.topUp(taken);
	}

	/** A run that does what the one before said; undefined if that did not say to run again. */
	private followed(plan: RunPlan): FollowingPlan | undefined {
		if (plan.change !== 'follow') return plan;
		const before = this.runs.filter((each) => each.plan.job === plan.job).at(-1);
		const follows = before && stepAfter(before, this.service);
		return follows && { ...plan, change: before.plan.change, sameExecution: false, follows };
	}

	private start(plan: FollowingPlan, number: number, isLast: boolean) {
		const { ids, settings } = this.plan;
		const before = this.runs.filter((each) => each.plan.job === plan.job).at(-1);
		const isAgain =
			plan.sameExecution &&
			before !== undefined &&
			before.follows === undefined &&
			plan.change === 'nothing' &&
			before.plan.change === 'nothing';
		const executionId = isAgain ? before.executionId : String(1_000 + (this.executions += 1));
		const label = `run ${number}`;
		const { follows, change } = plan;
		const files = follows ? arranged(follows.files) : this.files(this.planned(plan), change);
		const { items, store } = this.input(files);
		const ownId =
			ids === null || ids === 'files'
				? null
				: (change === 'id' ? 'y' : ids[plan.job][0]!) + ids[plan.job].slice(1);
		const asked = change === 'prompt' ? 'Only the totals' : 'Invoice number and amount';
		if (!plan.alongside && !isLast) this.processes += 1;
		const run = new Run(
			this.network,
			this.clock,
			{
				label,
				executionId,
				items,
				store,
				baseUrl: `https://p${this.processes}.h${this.number}.example.com/v1`,
				workflowId: `workflow-${plan.job}`,
				parameters: this.parameters(asked, ownId, plan.job, isLast, files),
				continueOnFail: settings.continueOnFail,
				maxTries: isLast ? 1 : settings.maxTries,
			},
			(run, number, phase, endpoint) => {
				const { end } = plan;
				if (!end || end.phase !== phase) return;
				if (end.atSubmission ? endpoint !== 'submit' : end.call !== number) return;
				if (end.kind === 'kill') run.kill();
				else run.stop();
			},
		);
		const request = ids === 'files' ? requestOfFiles(asked, files) : (ownId ?? `execution ${executionId}`);
		const prompt = settings.nowInPrompt ? null : asked;
		const played = { label, plan, files, items, prompt, request, ownId, executionId, isLast, follows };
		return { run, played };
	}

	private parameters(
		asked: string,
		ownId: string | null,
		job: number,
		isLast: boolean,
		files: InputFile[],
	): Record<string, Parameter> {
		const { settings } = this.plan;
		const now = (_: number, tryNumber: number) => `${asked} at ${this.clock.now} (${tryNumber})`;
		const {
			groupFiles,
			output,
			separateReview,
			questions,
			maximumWait,
			cancelWhenStopped,
			excludeSourceFile,
		} = settings;
		const ofItem = (index: number) => {
			const { origin } = files.find(({ item }) => item === index)!;
			return origin === 0 ? ownId : `${ownId!.slice(0, 190)}-j${job}-${origin + 1}`;
		};
		const submissionId = groupFiles === 'forAllItems' ? ownId : ofItem;
		return {
			...DEFAULTS,
			output,
			separateReview: output === 'rows' && separateReview,
			outputStructure: 'per_invoice',
			prompt: settings.nowInPrompt ? now : asked,
			options: {
				groupFiles,
				...(ownId === null
					? { preventDuplicates: this.plan.ids ?? 'execution' }
					: { preventDuplicates: 'own', submissionId }),
				questions,
				maximumWait: isLast ? 60 : maximumWait,
				cancelWhenStopped,
				...(settings.nowInPrompt
					? { taskName: (_: number, t: number) => `At ${this.clock.now % 1_000_000} ${t}` }
					: {}),
				...(excludeSourceFile ? { excludeColumns: ['source_file'] } : {}),
				...(hasOption('ifPagesFail') ? { ifPagesFail: settings.ifPagesFail } : {}),
			},
		};
	}

	/** The files of each item of a run. */
	private planned({ job, change }: RunPlan): FilePlan[][] {
		const items = this.plan.jobs[job];
		const [[first]] = items as [[FilePlan]];
		if (change === 'locked')
			return [[{ ...first, name: 'locked.pdf', mimeType: 'application/pdf', trait: 'encrypted' }], ...items];
		if (change === 'copy')
			return this.plan.settings.groupFiles === 'perItem'
				? [[...items[0]!, first], ...items.slice(1)]
				: [...items, [first]];
		if (change === 'order') return items.map((files) => [...files].reverse()).reverse();
		if (change !== 'fewer') return items;
		const readable = items.map((files) => files.filter((file) => !isBadTrait(file.trait)));
		const isLess = readable.flat().length < items.flat().length;
		const fewer = isLess ? readable : [...items.slice(0, -1), items.at(-1)!.slice(0, -1)];
		const left = fewer.filter((files) => files.length > 0);
		return left.length > 0 ? left : items;
	}

	/** The files of a run; a changed file has another name, content and size, or another content only. */
	private files(planned: FilePlan[][], change: RunPlan['change']): InputFile[] {
		return planned.flatMap((files, item) =>
			files.map((file, index) => {
				const isFirst = item === 0 && index === 0;
				const isRenamed = change === 'rename' || (change === 'files' && isFirst);
				const name = isRenamed ? `another ${file.name}` : file.name;
				const doc = this.doc(file, isFirst ? change : 'nothing');
				return { doc, item, field: `file_${index}`, name, file, origin: item };
			}),
		);
	}

	private doc(file: FilePlan, change: RunPlan['change']): Doc {
		const version = change === 'files' || change === 'content' ? change : 'first';
		const versions = this.contents.get(file) ?? new Map<string, Doc>();
		this.contents.set(file, versions);
		const known = versions.get(version);
		if (known) return known;
		const { pages, failedPages, trait, extra } = file;
		// Sizes differ, so that a size tells the document, except where only the content is another.
		const alike = version === 'content' ? this.doc(file, 'nothing').size : undefined;
		this.docs += 1;
		const doc = { id: `d${this.docs}`, pages, failedPages, trait, size: alike ?? 60 + extra + this.docs };
		versions.set(version, doc);
		return doc;
	}

	private input(files: InputFile[]): { items: INodeExecutionData[]; store: Map<string, Buffer> } {
		const store = new Map<string, Buffer>();
		const count = 1 + Math.max(...files.map(({ item }) => item));
		const items = Array.from({ length: count }, (): INodeExecutionData => ({
			json: { from: 'a mail' },
			binary: {},
		}));
		for (const { doc, item, field, name, file } of files) {
			const bytes = bytesOf(doc);
			const { inMemory, mimeType } = file;
			const common = { fileName: name, mimeType, bytes: bytes.length };
			const id = `filesystem-v2:${doc.id}`;
			if (!inMemory) store.set(id, bytes);
			items[item]!.binary![field] = inMemory
				? { ...common, data: bytes.toString('base64') }
				: { ...common, id, data: 'filesystem-v2' };
		}
		return { items, store };
	}
}

/** Files in items and fields without gaps, in the order of the items that they came with. */
function arranged(files: InputFile[]): InputFile[] {
	const origins = [...new Set(files.map(({ origin }) => origin))];
	return files.map((file) => {
		const beside = files.filter(({ origin }) => origin === file.origin);
		return { ...file, item: origins.indexOf(file.origin), field: `file_${beside.indexOf(file)}` };
	});
}
