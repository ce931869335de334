import { Clock, MINUTE, SECOND } from './clock';
import type { ModelExtraction } from './service/extraction';
import type { SentRequest } from './n8n/context';
import type { Emission } from './n8n/identity';
import { ModelN8n, type HostSettings, type PollRecord } from './n8n/n8n';
import { brokenPromises } from './oracle';
import { haveLookedBack, isSteady, pollsOfNothing } from './rest';
import { ROWS_EACH } from './service/answers';
import { ModelService } from './service/service';
import { isMatch, type Settings } from './settings';
import type { ModelNode, StoredWorkflow } from './n8n/workflows';

export interface Setup extends HostSettings {
	limits: Record<string, number>;
	settings: Settings;
	cursorStyle: 'place' | 'count';
	latencyMs: number;
	/** The service stays slow to the end. */
	staysSlow: boolean;
}

const STATE_BYTES = 300_000;
const STORED_TWICE = 2;
/** What stands around a state: whose it is and which. */
const FRAME_BYTES = 400;
/** `docs/trigger.md` says so; a poll that n8n gives less ends earlier. */
const POLL_MS = 45 * SECOND;
/** After that a poll may have no time for a further request. */
const WHOLE_POLL_MS = 32 * SECOND;
const PAUSES_MS = 6 * SECOND;
const NOWHERE_POLLS = 3;
/** Ten minutes until all is listed, as long a pause as the service asks for, three tries, and a few to spare. */
const IN_TIME_POLLS = 25;
/** The overlap and its margin, after which the window ends with what is newest. */
const PAST_THE_WINDOW = 45 * MINUTE;

const numberOf = (id: string): string => `x${Number(id.slice(-12))}`;

function inWords(
	{ identity, requests, error, startedAt, endedAt }: PollRecord,
	announced: Emission[],
): string {
	const said = announced.map(
		({ event, id, missing }) => `${event} ${numberOf(id)}${missing ? ' without' : ''}`,
	);
	const outcome = error ? `error: ${error.message}` : said.join(', ') || 'nothing';
	const asked = requests.map(({ what, isAnswered }) => what() + (isAnswered ? '' : ' (failed)')).join('; ');
	return `${identity.key} polled for ${(endedAt - startedAt) / SECOND} s: ${asked} -> ${outcome}`;
}

/** What an event lacks that belongs to it, and what it says it lacks though nothing was refused and there was time. */
function wrongIn(
	{ event, id, missing, rows, files, settings, startedAt, at }: Emission,
	requests: SentRequest[],
): string[] {
	if (event === 'input_required') return [];
	const hasFailed =
		at - startedAt >= WHOLE_POLL_MS || requests.some((each) => each.id === id && !each.isAnswered);
	if (missing) return hasFailed ? [] : ['came with `missing` although no request about it failed'];
	const isRight =
		event !== 'completed' ||
		(rows === (settings.extra === 'rows' ? ROWS_EACH : 0) && files === (settings.extra === 'files' ? 1 : 0));
	return isRight ? [] : [`came with ${rows} rows and ${files} files, and no \`missing\``];
}

/** One history: a service, an n8n, and what happens to both. */
export class History {
	readonly clock = new Clock();
	readonly service = new ModelService(this.clock);
	readonly n8n: ModelN8n;
	readonly main: StoredWorkflow;
	/** What happened and when, put into words only when somebody wants to read it. */
	private readonly story: Array<{ at: number; told: () => string }> = [];
	/** Promises that a single poll broke. */
	readonly broken: string[] = [];

	constructor(readonly setup: Setup) {
		this.service.weather.slow(setup.latencyMs);
		this.service.cursorStyle = setup.cursorStyle;
		// `trigger/README.md`: of more in one millisecond than a poll reads, some may be missed. The bounds of a list take in two of them.
		this.service.mostAtOnce = (setup.limits.pageSize ?? Infinity) / 2;
		this.n8n = new ModelN8n(setup, this.clock, this.service);
		this.n8n.remembersAll = !this.hasLittleRoom;
		this.n8n.seesAllAtOnce = Object.keys(setup.limits).length === 0;
		for (const [name, limit] of Object.entries(setup.limits))
			if (name in this.n8n.limits) this.n8n.limits[name] = limit;
		this.n8n.onPoll = (poll) => this.judge(poll);
		this.main = this.n8n.newWorkflow();
		this.n8n.add(this.main, { name: 'Trigger', settings: setup.settings });
	}

	get nodes(): ModelNode[] {
		return this.n8n.stored.flatMap(({ nodes }) => nodes);
	}

	get open(): ModelExtraction[] {
		return this.service.extractions.filter((each) => !each.hasEnded);
	}

	/** What does not fit waits for others to end. */
	get hasLittleRoom(): boolean {
		return this.setup.limits.stateBytes !== undefined;
	}

	/** To the end, a poll may have no room for an end with its files. */
	private get isSlow(): boolean {
		return this.setup.staysSlow && this.setup.latencyMs >= 7 * SECOND;
	}

	/** To the end, a poll has room for a request or two. */
	private get isVerySlow(): boolean {
		return this.setup.staysSlow && this.setup.latencyMs >= 20 * SECOND;
	}

	tell(told: () => string): void {
		this.story.push({ at: this.clock.now, told });
	}

	async pass(ms: number): Promise<void> {
		await this.clock.passUntil(this.clock.now + ms);
	}

	/** @param mayWait what has not been told yet may still come: as long as more are open than can be remembered, the others wait */
	brokenNow(mayWait = false): string[] {
		return [...this.broken, ...brokenPromises(this.n8n.identities, this.service.extractions, mayWait)];
	}

	/** What each poll has to keep to. */
	private judge(poll: PollRecord): void {
		const { identity, requests, startedAt, endedAt, error } = poll;
		const announced = identity.emitted.slice(identity.emitted.length - poll.emitted);
		this.tell(() => inWords(poll, announced));
		for (const emission of announced) {
			const { id, event, settings, missing } = emission;
			const extraction = this.service.extractions[Number(id.slice(-12))];
			// `docs/trigger.md`: if its record cannot be read, nothing says whether the filters let it through, and it comes.
			const mayHaveRecord =
				endedAt - startedAt < WHOLE_POLL_MS && requests.every(({ isAnswered }) => isAnswered);
			const unfiltered = { ...settings, method: undefined, nameContains: undefined };
			const filters = missing && !mayHaveRecord ? unfiltered : settings;
			const isWanted =
				extraction && settings.events.some((wanted) => wanted === event) && isMatch(filters, extraction);
			if (!isWanted) this.breaks(`${event} ${numberOf(id)} came although the settings leave it out`);
			for (const wrong of wrongIn(emission, requests)) this.breaks(`${event} ${numberOf(id)} ${wrong}`);
		}
		const order = announced.map(({ id }) => this.service.extractions[Number(id.slice(-12))]!.createdAt);
		if (order.some((createdAt, index) => createdAt < order[index - 1]!))
			this.breaks('The events of a poll are not in the order of creation');
		if (error && requests.length > 0 && requests.every(({ isAnswered }) => isAnswered))
			this.breaks(`A poll failed although every request was answered: ${error.message}`);
		const longest = Math.max(0, ...requests.map(({ tookMs }) => tookMs));
		if (endedAt - startedAt > POLL_MS + PAUSES_MS + longest)
			this.breaks(
				`A poll took ${(endedAt - startedAt) / SECOND} s with no request over ${longest / SECOND} s`,
			);
		const { stateBytes = STATE_BYTES / STORED_TWICE } = this.setup.limits;
		// What triggers have left that are no longer there takes up as much as one more.
		const isAnyGone = this.n8n.identities.length > this.nodes.length;
		const copies = STORED_TWICE * this.nodes.length + (isAnyGone ? 1 : 0);
		if (poll.stateBytes > stateBytes * copies + FRAME_BYTES * this.n8n.identities.length)
			this.breaks(`The state has ${poll.stateBytes} bytes`);
		// One more than three: the first after the start of n8n only says so in its log.
		if (pollsOfNothing(this.n8n.polls, identity) > NOWHERE_POLLS + 1)
			this.breaks('More than three polls in a row got nowhere, and no error says so');
	}

	private breaks(what: string): void {
		this.tell(() => `BROKEN: ${what}`);
		if (this.broken.length < 5) this.broken.push(what);
	}

	/** Trouble is over. */
	calm(): void {
		const { service, n8n, setup } = this;
		service.weather.clear();
		service.weather.slow(setup.staysSlow ? setup.latencyMs : 50);
		for (const each of service.extractions) each.missesToCome = 0;
		n8n.dieAtNextEvent = false;
		for (const workflow of n8n.stored)
			if (workflow.nodes.length > 0 && !n8n.isOn(workflow)) n8n.activate(workflow);
	}

	/** Lets polls pass, without anything new, until everything that is due has been told. */
	async comeToRest(when: string, mayWait = false): Promise<void> {
		this.tell(() => when);
		this.calm();
		const { extractions } = this.service;
		const work = extractions.length + extractions.reduce((sum, { rounds }) => sum + rounds.length, 0);
		// A slow poll lasts longer than a minute, and has room for few requests.
		const isQuick = this.n8n.seesAllAtOnce && !this.setup.staysSlow;
		const bound = isQuick ? IN_TIME_POLLS : (40 + 3 * work) * (this.isVerySlow ? 4 : 1);
		let polls = 0;
		for (; polls < bound && (polls < 3 || this.brokenNow(mayWait).length > this.broken.length); polls++) {
			await this.pass(MINUTE);
			if (this.broken.length > 0) break;
		}
		this.fail(this.brokenNow(mayWait), `${when}, after ${polls} polls`);
	}

	private get isSteady(): boolean {
		const triggers = this.nodes.map(({ identity }) => identity);
		// At an even pace, no poll may have room for a status yet.
		return this.clock.now > this.service.weather.pacedUntil && isSteady(this.n8n.polls, triggers);
	}

	private get haveLookedBack(): boolean {
		const triggers = this.nodes.map(({ identity }) => identity);
		return haveLookedBack(this.n8n.polls, triggers);
	}

	/** Lets polls pass until further ones say nothing new, or it is enough for another reason, for so many minutes at most. */
	private async settle(minutes: number, isEnough = (): boolean => this.isSteady): Promise<void> {
		for (let i = 0; i < minutes && !isEnough(); i++) await this.pass(MINUTE);
	}

	/** Polls that find nothing new: cheap, without an error, without an event. */
	async stayAtRest(mayWait = false): Promise<void> {
		const before = this.n8n.identities.map(({ emitted }) => emitted.length);
		const { extractions } = this.service;
		const { length: count } = extractions;
		// What is listed late is new then, and a poll after that sees it.
		const lastListed = Math.max(...extractions.map(({ listedFrom }) => listedFrom));
		while (this.clock.now <= lastListed + MINUTE) await this.pass(MINUTE);
		// What was under way may still end, details that failed are tried again, and a pause that the service asked for takes up to eight minutes.
		// Slow polls need two for one end with its files.
		await this.settle(9 + (this.isSlow ? count * 2 : 0));
		// Of more than can be remembered, those that end before there is room for them look as if they had ended long ago.
		const isUnsettled = this.n8n.identities.some(({ settledAt }) => settledAt === Infinity);
		if (isUnsettled && !mayWait && this.open.length > 0) {
			await this.settle(count);
			// A poll reads one page of two, which has one that was not there before, of one list in turn. A very slow one does so in its turn among five
			// kinds, two that overlap read the same one, and a backlog may be read twice.
			await this.settle((this.isVerySlow ? 20 : 4) * count, () => this.haveLookedBack);
			for (const identity of this.n8n.identities) identity.settledAt = this.clock.now;
		}
		// A few stay until the window has left all behind, and with it what is remembered.
		if (count % 30 === 7 && this.open.length === 0) await this.pass(PAST_THE_WINDOW);
		const { polls } = this.n8n;
		const from = polls.length;
		// In one minute, none may end: of slow ones there is one in two.
		await this.pass((this.isSteady && !this.isSlow ? 2 : 3) * MINUTE);
		this.fail(this.brokenNow(mayWait), 'at rest');
		const after = this.n8n.identities.map(({ emitted }) => emitted.length);
		if (after.some((count, index) => count !== before[index])) this.tell(() => 'Some events came late');
		const openCount = this.open.length;
		for (const { identity, requests, error, emitted } of polls.slice(from)) {
			if (error) this.fail([`${identity.key} failed: ${error.message}`], 'at rest');
			// With a page this small, what is new takes several; at this pace, it takes many polls to learn which have ended.
			const isCounted = this.n8n.seesAllAtOnce && !this.isSlow;
			if (isCounted && emitted === 0 && requests.length > 1 + openCount)
				this.fail([`${requests.length} requests with ${openCount} open`], 'at rest');
		}
		if (polls.length === from) this.fail(['There are no polls any more'], 'at rest');
	}

	fail(broken: readonly string[], when: string): void {
		if (broken.length === 0) return;
		const { persistence, budget, limits, settings } = this.setup;
		const words = JSON.stringify({ persistence, budget, limits, settings });
		const told = [...this.story.slice(0, 90), ...this.story.slice(90).slice(-25)];
		const story = told.map(({ at, told: text }) => `${new Date(at).toISOString().slice(8, 19)} ${text()}`);
		throw new Error([`Broken ${when}:`, ...broken.slice(0, 8), words, ...story].join('\n'));
	}
}
