import type { FastifyInstance } from 'fastify';
import { createApp } from '../../../dev/sandbox/app';
import { createControl, type Control } from '../../../dev/sandbox/control';
import { createWorld } from '../../../dev/sandbox/createWorld';
import { isExpired } from '../../../dev/sandbox/payloads';
import type { Extraction } from '../../../dev/sandbox/state/extraction';
import type { ExtractionPlan } from '../../../dev/sandbox/state/plan';
import type { StoredFile, UploadSession } from '../../../dev/sandbox/state/Sessions';
import type { World } from '../../../dev/sandbox/world';
import { documentOf, outcomeOf, successfulPages, type Doc } from './documents';
import { objectIn, type Endpoint } from './endpoints';
import { ask, type Answer, type Request } from './exchange';
import { MemoryStore } from './MemoryStore';

export const KEY = 'sk-simulated-0123456789';

/** What will become of the next extraction that is accepted. */
export interface Fate {
	/** Time that it takes. */
	seconds: number;
	/** It fails with this code. */
	fails?: string;
	/** Somebody cancels it in the dashboard. */
	cancelled?: boolean;
}

export interface ServiceSettings {
	credits: number;
	/** Extractions at the same time. */
	concurrent: number;
	/** Whether the question of an ambiguous document has a recommendation. */
	recommends: boolean;
	/** A newer service refuses an ID that was used for another request. */
	strictIds: boolean;
	fates: Fate[];
	partSize: number;
	/** How far its clock is ahead, in milliseconds. */
	skew: number;
}

/** A request, and who made it, which the service does not know. */
export interface NamedRequest extends Request {
	endpoint: Endpoint;
	by: string;
}

/** An extraction as a history judges it. */
export interface Made {
	id: string;
	submissionId: string;
	status: string;
	createdAt: number;
	endsAt: number;
	isExpired: boolean;
	docs: Array<{ doc: Doc; fileName: string }>;
	error?: Extraction['error'];
	reason?: Extraction['cancellationReason'];
	cancelRequestedAt?: number;
	/** The credits that the service charged. */
	credits: number;
	/** The run that made it. */
	by: string;
}

/** A part that arrived. */
export interface SentPart {
	file: StoredFile;
	by: string;
	at: number;
}

/** They give out signed URLs. */
const SIGNING = new Set<Endpoint>(['parts', 'status', 'output']);

/** Where failures name numbers. */
const FAILURE_DETAILS: Record<string, Record<string, unknown>> = {
	INSUFFICIENT_CREDITS: { credits_required: 9, credits_balance: 0, credits_reserved: 0 },
};

const planOf = ({ seconds, fails, cancelled }: Fate): ExtractionPlan => ({
	processingMs: seconds * 1_000,
	...(cancelled ? { cancelled } : {}),
	...(fails ? { fail: { code: fails, details: FAILURE_DETAILS[fails] ?? null } } : {}),
});

/**
 * The sandbox in process, as one history meets it: its own routes, without a socket, a disk or a document to read. Beside it stands
 * what the service cannot know: which run made what.
 */
export class Service {
	private readonly store = new MemoryStore();

	private readonly makers = new Map<Extraction | UploadSession, string>();

	/** Every file that was ever registered, by the name that its signed URLs have. */
	readonly registered = new Map<string, StoredFile>();

	readonly sent: SentPart[] = [];

	/** What the signed URLs end in that it has given out. */
	readonly signatures = new Set<string>();

	/** How often all sessions were lost. */
	losses = 0;

	/** 429s that callers earned by themselves. */
	earned429s = 0;

	constructor(
		private readonly app: FastifyInstance,
		private readonly world: World,
		private readonly control: Control,
		settings: ServiceSettings,
	) {
		const { credits, partSize, concurrent, strictIds, recommends, fates, skew } = settings;
		const options = { apiKey: KEY, credits, partSize, concurrentLimit: concurrent, newer: strictIds };
		const fresh = createWorld(
			{ ...options, processingMs: 20_000 },
			{
				folder: '',
				store: this.store,
				read: async (request) => {
					const docs = request.files.map(({ fileName, path }) => ({
						fileName,
						doc: documentOf(this.store.bytesAt(path)),
					}));
					return outcomeOf(docs, request, recommends);
				},
			},
		);
		Object.assign(world, { paused: undefined }, fresh);
		world.urls.origin = 'https://storage.example.net';
		void control.advanceClock(skew);
		control.planExtractions(fates.map(planOf));
	}

	async send(request: NamedRequest): Promise<Answer> {
		const answer = await ask(this.app, request);
		if (answer.status === 429) this.earned429s += 1;
		if (answer.status < 300) this.note(request, answer);
		return answer;
	}

	/** Notes who made what. */
	private note({ endpoint, url, body, by }: NamedRequest, answer: Answer): void {
		const { world } = this;
		if (SIGNING.has(endpoint))
			for (const [, signature] of answer.body.matchAll(/signature=(\w+)/g)) this.signatures.add(signature!);
		if (endpoint === 'put') {
			this.sent.push({ file: this.fileAt(url)!, by, at: world.clock.now() });
			return;
		}
		if (endpoint !== 'submit' && endpoint !== 'session') return;
		const { account } = world.accounts.keyOf();
		const given = JSON.parse(body as string) as { submission_id: string; upload_session_id: string };
		if (endpoint === 'submit') {
			const extraction = world.extractions.ofSubmission(account, given.submission_id)!;
			if (!this.makers.has(extraction)) this.makers.set(extraction, by);
			return;
		}
		const session = world.sessions.find(account, given.upload_session_id);
		if (!session || this.makers.has(session)) return;
		this.makers.set(session, by);
		for (const file of session.files.values()) this.registered.set(file.objectId, file);
	}

	/** The file that a signed URL stands for, also when it has expired or the file is lost. */
	fileAt(url: URL): StoredFile | undefined {
		return this.registered.get(objectIn(url));
	}

	/** The run that made a session. */
	makerOf(session: UploadSession): string {
		return this.makers.get(session)!;
	}

	get sessions(): UploadSession[] {
		return this.world.sessions.all();
	}

	get extractions(): Made[] {
		return this.world.extractions.all().map((extraction) => this.made(extraction));
	}

	private made(extraction: Extraction): Made {
		const { id, submissionId, status, createdAt, stepDueAt, files, charges } = extraction;
		const { error, cancellationReason: reason, cancelRequestedAt } = extraction;
		return {
			id,
			submissionId: submissionId ?? '',
			status,
			createdAt,
			endsAt: stepDueAt,
			isExpired: isExpired(this.world, extraction),
			docs: files.map((file) => ({ doc: this.docOf(file), fileName: file.fileName })),
			error,
			reason,
			cancelRequestedAt,
			credits: charges.reduce((sum, { credits }) => sum + credits, 0),
			by: this.makers.get(extraction) ?? 'web app',
		};
	}

	private docOf({ parts }: StoredFile): Doc {
		const inOrder = [...parts].sort(([a], [b]) => a - b);
		return documentOf(Buffer.concat(inOrder.map(([, { path }]) => this.store.bytesAt(path))));
	}

	get credits(): number {
		return this.control.balance().balance;
	}

	topUp(credits: number): void {
		this.control.setCredits({ balance: this.credits + credits });
	}

	/** Somebody starts an extraction in the web app: it takes a place for that long. */
	elsewhere(seconds: number): void {
		const webApp = { submission_method: 'web_app' as const, task_name: 'From the web app', file_names: [] };
		const { extraction_id } = this.control.createExtraction({ ...webApp, status: 'processing' });
		this.world.clock.at(this.world.clock.now() + seconds * 1_000, () => {
			this.control.updateExtraction({ extraction_id, status: 'completed', rowCount: 0 });
		});
	}

	pause(seconds: number): void {
		this.control.pauseSubmissions({ forMs: seconds * 1_000 });
	}

	/** How a file becomes aborted or a session unavailable is "not shown": the history says when. */
	abort(which: number): void {
		const open = this.sessions
			.flatMap(({ files }) => [...files.values()])
			.filter(({ state }) => state === 'registered');
		const file = open[which % Math.max(1, open.length)];
		if (file) this.control.abortFile({ upload_session_id: file.session.id, file_id: file.fileId });
	}

	lose(): void {
		this.losses += 1;
		for (const { id } of this.sessions) this.control.expireSession({ upload_session_id: id });
	}

	/** From now on extractions take their ordinary course. */
	calm(): void {
		this.world.plans = [];
		this.control.configure({ concurrentLimit: 1_000 });
		this.pause(0);
	}
}

/** The documents of an extraction that were charged: one that somebody cancelled may have been all but done. */
export const charged = ({ status, docs }: Made): Doc[] =>
	status === 'completed' || status === 'cancelled'
		? docs.map(({ doc }) => doc).filter((doc) => successfulPages(doc) > 0)
		: [];

let shared: Promise<(settings: ServiceSettings) => Service> | undefined;

/** A maker of services for histories. They share a server, which takes long to make, and each begins anew: one at a time. */
export async function services(): Promise<(settings: ServiceSettings) => Service> {
	return await (shared ??= (async () => {
		const world = {} as World;
		const control = createControl(world);
		const app = await createApp(world, control);
		await app.ready();
		return (settings: ServiceSettings) => new Service(app, world, control, settings);
	})());
}
