import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { NodeRun } from '../../../dev/engine';
import type { NodeFixture } from '../../support/fixtures/nodeFixture';
import type { LinkServer } from '../../support/fixtures/linkServer';
import { byId } from '../../support/fixtures/operationFixture';
import { NODE_TYPE } from '../../support/names';
import { extract, PROMPT } from '../../support/operations/extractDocuments';
import { APART, bring, INBOX, pdf, type Inbox, type Letters } from './inbox';
import type { Mishap, World } from './mishaps';
import { understand, type Deed } from './steps';

/** How a case runs. */
export interface Setting {
	mishap: Mishap;
	identity: 'files' | 'execution' | 'own';
	groupFiles: 'perItem' | 'perFile' | 'forAllItems';
	onError: 'stopWorkflow' | 'continueRegularOutput';
	/** Which of several ways to run again the user takes, from 0. */
	way: number;
}

/** What came of a case. */
export interface Told {
	/** The next steps that were printed, one for each failure. */
	steps: string[];
	unknown: string[];
	/** Letters that were charged more often than once, and no step said that they would be. */
	chargedTwice: string[];
	/** Letters whose rows nobody has in the end. */
	lost: string[];
	/** What the user did. */
	did: Deed[];
	/** How many ways to run again there were. */
	ways: number;
}

const MINUTE_MS = 60_000;
const RUNS: Deed[] = ['run again', 'run failed files', 'run the rest', 'run without', 'run corrected'];

const isAboutTheRest = (deed: Deed): boolean => RUNS.includes(deed) && deed !== 'run without';

interface Failure {
	text: string;
	message: string;
	items: number[];
	ids: string[];
	finished: string[];
	submissionId?: string;
}

/** Plays a case: the run in which the mishap happens, and what its next steps have the user do. */
export class Case {
	private inbox: Inbox;

	private prompt = PROMPT;

	/** The letters whose request has a new ID. */
	private readonly renewed = new Set<string>();

	private hasFound = false;

	private isCorrected = false;

	private readonly options: IDataObject;

	private readonly rows = new Set<string>();

	private readonly did: Deed[] = [];

	private constructor(
		private readonly setting: Setting,
		private readonly world: World,
	) {
		const { identity, groupFiles } = setting;
		this.inbox = identity === 'own' && groupFiles === 'perFile' ? APART : INBOX;
		this.options = { ...setting.mishap.options };
	}

	static async play(setting: Setting, node: NodeFixture, web: LinkServer): Promise<Told> {
		const names = ['a', 'b', 'c', 'd'];
		const letters: Letters = Object.fromEntries(
			await Promise.all(names.map(async (name) => [name, await pdf(name)] as const)),
		);
		const world = { node, web, letters };
		await setting.mishap.cause(world);
		return await new Case(setting, world).play();
	}

	private get node(): NodeFixture {
		return this.world.node;
	}

	private async play(): Promise<Told> {
		const first = await this.run(this.inbox);
		const failures = this.failuresOf(first);
		const understood = failures.map(({ text }) => understand(text));
		await this.mend();
		const cannotBeSent = failures
			.filter((_, index) => understood[index]!.deeds.includes('run without'))
			.flatMap((failure) => this.namedIn(failure));
		const ways = Math.max(
			1,
			...understood.map(({ deeds }) => deeds.filter((deed) => RUNS.includes(deed)).length),
		);
		const taken = new Set<string>();
		let left: string[] = [];
		for (const [index, failure] of failures.entries())
			left = left.concat(await this.follow(failure, understood[index]!.deeds, { taken, cannotBeSent }));
		const wanted = Object.keys(this.world.letters).filter((name) => !left.includes(name));
		return {
			steps: failures.map(({ text }) => text),
			unknown: understood.flatMap(({ unknown }) => unknown),
			chargedTwice: understood.some(({ costs }) => costs) ? [] : this.chargedTwice(),
			lost: wanted.filter((name) => !this.hasRows(name)),
			did: this.did,
			ways,
		};
	}

	/** Does what a next step says. Returns the letters that it says to leave out. */
	private async follow(
		failure: Failure,
		deeds: Deed[],
		{ taken, cannotBeSent }: { taken: Set<string>; cannotBeSent: string[] },
	): Promise<string[]> {
		// A corrected file is there to be sent, with everything else if nothing says otherwise.
		const first: Deed[] = deeds.includes('correct') && !deeds.some(isAboutTheRest) ? ['run again'] : [];
		const runs = [...new Set([...first, ...deeds.filter((deed) => RUNS.includes(deed))])];
		const run = runs[Math.min(this.setting.way, runs.length - 1)];
		for (const deed of deeds.filter((each) => !RUNS.includes(each))) await this.prepare(deed, failure);
		// "If there is none:" there is.
		if (!run || (deeds.includes('look for it') && this.hasFound)) return [];
		const culprits = run === 'run without' ? cannotBeSent : this.namedIn(failure);
		const inbox = this.inboxFor(run, failure, culprits);
		// Several failures with one next step are one for the user.
		const key = JSON.stringify([run, inbox]);
		const left = run === 'run without' ? culprits : [];
		if (taken.has(key) || inbox.length === 0) return left;
		taken.add(key);
		this.did.push(run);
		await this.run(inbox);
		return left;
	}

	private async prepare(deed: Deed, failure: Failure): Promise<void> {
		if (deed === 'know' || deed === 'mend') return;
		this.did.push(deed);
		if (deed === 'reword') this.prompt = `${PROMPT}, of each invoice`;
		if (deed === 'new ID' || (deed === 'new ID if changed' && this.isCorrected))
			for (const name of this.lettersIn(failure)) this.renewed.add(name);
		if (deed === 'correct') await this.correct(failure);
		if (deed === 'get rows' || deed === 'wait')
			for (const id of failure.ids) await this.getRows(id, deed === 'wait');
		if (deed === 'look for it') await this.lookFor(failure);
	}

	/** The world is as it should be again, minutes later. */
	private async mend(): Promise<void> {
		const { control } = this.node.sandbox;
		control.clearFaults();
		await this.setting.mishap.mend?.(this.world);
		if (!this.setting.mishap.mend) control.clearPlans();
		await control.advanceClock(30 * MINUTE_MS);
	}

	/** The sender gives other files for those that a failure names. */
	private async correct(failure: Failure): Promise<void> {
		this.isCorrected = true;
		for (const name of this.namedIn(failure)) this.world.letters[name] = await pdf(`${name}2`);
	}

	/** What a way to run again sends. */
	private inboxFor(run: Deed, failure: Failure, culprits: string[]): Inbox {
		if (run === 'run again') return this.inbox;
		const finished = this.lettersOf(failure.finished);
		const isSent = (name: string, item: number): boolean => {
			if (run === 'run without') return !culprits.includes(name);
			if (run === 'run the rest') return !finished.includes(name);
			if (run === 'run corrected') return culprits.includes(name);
			return failure.items.includes(item) && !this.hasRows(name);
		};
		return this.inbox
			.map((names, item) => names.filter((name) => isSent(name, item)))
			.filter((names) => names.length > 0);
	}

	/** The letters of the request that a failure is about. */
	private lettersIn({ items }: Failure): string[] {
		const isAll = this.setting.groupFiles === 'forAllItems' || items.length === 0;
		return this.inbox.flatMap((names, item) => (isAll || items.includes(item) ? names : []));
	}

	/** The letters whose files a failure names. */
	private namedIn({ message, text }: Failure): string[] {
		return Object.keys(this.world.letters).filter((name) =>
			new RegExp(`\\b${name}2?\\.(pdf|png)`).test(`${message} ${text}`),
		);
	}

	/** The letters that some extractions have. */
	private lettersOf(ids: string[]): string[] {
		return this.node.sandbox.control
			.extractions()
			.filter(({ extraction_id }) => ids.includes(extraction_id))
			.flatMap(({ file_names }) => file_names.map((name) => name[0]!));
	}

	/** Runs the workflow. Under IDs of the files, a request with a new ID runs alone. */
	private async run(inbox: Inbox): Promise<NodeRun> {
		const isRenewed = (name: string) => this.renewed.has(name);
		if (this.setting.identity !== 'files' || this.renewed.size === 0)
			return await this.runWith(inbox, this.setting.identity);
		await this.runWith(
			inbox.filter((names) => names.some(isRenewed)),
			'own',
		);
		return await this.runWith(
			inbox.filter((names) => !names.some(isRenewed)),
			'files',
		);
	}

	private async runWith(inbox: Inbox, identity: Setting['identity']): Promise<NodeRun> {
		const { groupFiles, onError, mishap } = this.setting;
		const { letters, web } = this.world;
		const suffix = (names: string[]) => (names.some((name) => this.renewed.has(name)) ? '-new' : '');
		const run = await extract(this.node, {
			input: await bring(this.node, inbox, letters, { web, suffix }),
			onError,
			parameters: {
				groupFiles,
				prompt: this.prompt,
				...(mishap.byLink ? { files: 'links', links: '={{ $json.links }}' } : {}),
				preventDuplicates: identity,
				...(identity === 'own' && {
					submissionId: groupFiles === 'forAllItems' ? `own${suffix(inbox.flat())}` : '={{ $json.id }}',
				}),
			},
			options: this.options,
		});
		this.collect(run.items);
		await this.node.sandbox.control.advanceClock(MINUTE_MS);
		return run;
	}

	private collect(items: INodeExecutionData[]): void {
		for (const { json } of items) {
			const number = json['Invoice Number'];
			if (typeof number === 'string') this.rows.add(number.toLowerCase().replace('-1', ''));
		}
	}

	private hasRows(name: string): boolean {
		return this.rows.has(name) || this.rows.has(`${name}2`);
	}

	private async getRows(id: string, waits: boolean): Promise<void> {
		const common = { type: NODE_TYPE, onError: 'continueRegularOutput' as const };
		const about = { resource: 'extraction', extractionId: byId(id) };
		if (waits) await this.node.engine.runNode({ ...common, parameters: { ...about, operation: 'wait' } });
		const rows = await this.node.engine.runNode({
			...common,
			parameters: { ...about, operation: 'getRows' },
		});
		this.collect(rows.items);
	}

	/** Looks for the extractions of the submissions that a failure names in the list of Get Many. */
	private async lookFor({ text }: Failure): Promise<void> {
		const parameters = { resource: 'extraction', operation: 'getAll', returnAll: true };
		const { items } = await this.node.engine.runNode({ type: NODE_TYPE, parameters });
		const found = items.filter(({ json }) =>
			[json.submission_id, json.extraction_id].some((id) => typeof id === 'string' && text.includes(id)),
		);
		this.hasFound = found.length > 0;
		for (const { json } of found) await this.getRows(String(json.extraction_id), true);
	}

	private failuresOf({ error, items }: NodeRun): Failure[] {
		const finishedIn = (facts: IDataObject): string[] =>
			((facts.finished_extractions ?? []) as Array<{ extraction_id: string }>).map(
				(each) => each.extraction_id,
			);
		const idsIn = (facts: IDataObject): string[] => [
			...(typeof facts.extraction_id === 'string' ? [facts.extraction_id] : []),
			...finishedIn(facts),
		];
		if (error) {
			const { context, message, description } = error as typeof error & { context: IDataObject };
			return [
				{
					message,
					text: String(description ?? '').replaceAll('<br>', '\n'),
					items: typeof context.itemIndex === 'number' ? [context.itemIndex] : [],
					ids: idsIn(context),
					finished: finishedIn(context),
					submissionId: context.submission_id as string | undefined,
				},
			];
		}
		return items.flatMap(({ json, pairedItem }) => {
			const failed = json.error as IDataObject | undefined;
			if (!failed) return [];
			return [
				{
					message: String(failed.message),
					text: String(failed.next_step),
					items: [pairedItem].flat().map((each) => (typeof each === 'number' ? each : each!.item)),
					ids: idsIn(failed),
					finished: finishedIn(failed),
					submissionId: failed.submission_id as string | undefined,
				},
			];
		});
	}

	/** The letters that more than one extraction was charged for. */
	private chargedTwice(): string[] {
		const charged = this.node.sandbox.control
			.extractions()
			.filter(({ charges }) => charges.some(({ credits }) => credits > 0))
			.flatMap(({ file_names }) => file_names);
		return [...new Set(charged.filter((name, index) => charged.indexOf(name) < index))];
	}
}
