import type { Endpoint } from '../service/endpoints';
import type { Answer } from '../service/exchange';
import type { NamedRequest, Service } from '../service/Service';
import type { VirtualClock } from '../virtual/clock';
import { cancelled, timedOut, brokenConnection } from './axiosErrors';

/** What can go wrong with one call, or happen at the service just before it. */
export type FaultKind =
	| 'reset_before'
	| 'reset_after'
	| 'hang_before'
	| 'hang_after'
	| 'slow'
	| '429'
	| '500'
	| '503'
	| '408'
	| '425'
	| 'html_502'
	| 'html_504_after'
	| 'html_200'
	| 'cut_json'
	| 'storage_403'
	/** A page of rows that is not whole. */
	| 'rows_short'
	/** A page without rows that says that more follow. */
	| 'rows_none'
	| 'session_lost'
	| 'file_aborted'
	| 'paused';

export interface Fault {
	on: Endpoint | 'any';
	/** How many calls of this kind pass before it. */
	after: number;
	times: number;
	kind: FaultKind;
	seconds: number;
}

export interface Call {
	at: number;
	endedAt?: number;
	run: string;
	endpoint: Endpoint;
	request: Sent;
	fault?: FaultKind;
	/** What the fault asks the caller to wait. */
	asked?: number;
	/** The status, or what the caller saw. */
	outcome?: string;
	/** The body of the answer. */
	answer?: string;
}

/** One life of n8n's process: once it is dead, nothing of it reaches the service. */
export interface Life {
	label: string;
	isDead: boolean;
	calls: number;
	/** Called before a call goes out, and after it was carried out; may kill the process or stop the run. */
	atCall(number: number, phase: 'before' | 'after', endpoint: Endpoint): void;
}

export interface Sent extends NamedRequest {
	timeout: number;
	signal?: AbortSignal;
}

const HTML = '<html><body><h1>The gateway is busy</h1></body></html>';
const html = (status: number): Answer => ({ status, headers: { 'content-type': 'text/html' }, body: HTML });
const code = (status: number, name: string, seconds?: number): Answer => ({
	status,
	headers: seconds === undefined ? {} : { 'retry-after': String(seconds) },
	body: JSON.stringify({
		success: false,
		error: {
			code: name,
			message: 'Planned',
			retryable: true,
			details: seconds === undefined ? null : { retry_after_seconds: seconds },
		},
	}),
});
const never = async (): Promise<never> => await new Promise<never>(() => undefined);

/** The line between n8n and the service, with its faults. */
export class Network {
	readonly calls: Call[] = [];

	/** No more faults from here on. */
	isCalm = false;

	underWay = 0;

	mostUnderWay = 0;

	private readonly seen = new Map<string, number>();

	constructor(
		private readonly clock: VirtualClock,
		private readonly service: Service,
		private readonly faults: Fault[],
		/** A proxy cuts requests that are held for longer. */
		private readonly cutAfterSeconds = Infinity,
	) {}

	private faultOf(endpoint: Endpoint): Fault | undefined {
		let found: Fault | undefined;
		for (const on of ['any', endpoint]) {
			const number = this.seen.get(on) ?? 0;
			this.seen.set(on, number + 1);
			found ??= this.faults.find(
				(each) => each.on === on && number >= each.after && number < each.after + each.times,
			);
		}
		return this.isCalm ? undefined : found;
	}

	/** A few words about a call, which tell it from others of its kind. */
	about({ request: { url, body } }: Call): string {
		const file = this.service.fileAt(url);
		if (file)
			return `${file.session.id} ${file.fileId} (${file.fileName}) part ${url.pathname.split('/').at(-1)}`;
		const path = url.pathname.replace(/^\/v1\/(uploads\/sessions|extractions)\/?/, '');
		const given = (typeof body === 'string' ? JSON.parse(body) : {}) as Record<string, unknown>;
		const said = ['upload_session_id', 'submission_id', 'file_id', 'file_ids'].flatMap((key) =>
			key in given ? [String(given[key])] : [],
		);
		return [path, ...said, url.search].filter(Boolean).join(' ');
	}

	async send(life: Life, request: Sent): Promise<Answer> {
		const { endpoint } = request;
		if (life.isDead) throw brokenConnection();
		life.calls += 1;
		const number = life.calls;
		life.atCall(number, 'before', endpoint);
		if (life.isDead) throw brokenConnection();
		const fault = this.faultOf(endpoint);
		const call: Call = {
			at: this.clock.now,
			run: life.label,
			endpoint,
			request,
			fault: fault?.kind,
			asked: fault?.kind === '429' ? fault.seconds * 1_000 : undefined,
		};
		this.calls.push(call);
		this.underWay += 1;
		this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
		try {
			const answer = await this.inTime(request, this.carryOut(life, request, endpoint, fault, number));
			if (life.isDead) throw brokenConnection();
			call.outcome = String(answer.status);
			call.answer = answer.body;
			return answer;
		} catch (error) {
			call.outcome ??= (error as { code?: string }).code ?? String(error);
			throw error;
		} finally {
			this.underWay -= 1;
			call.endedAt = this.clock.now;
		}
	}

	/** The client's patience: its timeout, and the signal that ends the call. */
	private async inTime({ signal, timeout }: Sent, answer: Promise<Answer>): Promise<Answer> {
		return await new Promise((resolve, reject) => {
			const settled = (): void => {
				signal?.removeEventListener('abort', onAbort);
				this.clock.drop(timer);
			};
			const fail = (error: unknown): void => {
				settled();
				reject(error as Error);
			};
			const onAbort = (): void => fail(cancelled());
			const timer = this.clock.after(timeout, () => fail(timedOut(timeout)));
			signal?.addEventListener('abort', onAbort, { once: true });
			answer.then((value) => {
				settled();
				resolve(value);
			}, fail);
			if (signal?.aborted) onAbort();
		});
	}

	private async carryOut(
		life: Life,
		request: Sent,
		endpoint: Endpoint,
		fault: Fault | undefined,
		number: number,
	): Promise<Answer> {
		await this.clock.sleep(15);
		if (request.signal?.aborted || life.isDead) return await never();
		const before = fault && (await this.before(fault, endpoint));
		if (before) return before;
		const held = Number(request.url.searchParams.get('wait') ?? 0);
		if (held > this.cutAfterSeconds) {
			await this.clock.sleep(this.cutAfterSeconds * 1_000);
			return html(504);
		}
		const answer = await this.service.send(request);
		life.atCall(number, 'after', endpoint);
		if (fault?.kind === 'hang_after') return await never();
		if (fault?.kind === 'reset_after') throw brokenConnection();
		if (fault?.kind === 'html_504_after') return html(504);
		await this.clock.sleep(15);
		if (fault?.kind === 'rows_short' || fault?.kind === 'rows_none')
			return { ...answer, body: cutRows(answer.body, fault.kind) };
		if (fault?.kind === 'cut_json' && answer.status < 300 && endpoint !== 'download')
			return { ...answer, body: answer.body.slice(0, answer.body.length / 2) };
		return answer;
	}

	/** Faults that come before the service sees the call; undefined when it sees it. */
	private async before(fault: Fault, endpoint: Endpoint): Promise<Answer | undefined> {
		switch (fault.kind) {
			case 'reset_before':
				throw brokenConnection();
			case 'hang_before':
				return await never();
			case 'slow':
				await this.clock.sleep(fault.seconds * 1_000);
				return undefined;
			case '429':
				return code(429, 'RATE_LIMITED', fault.seconds);
			case '500':
				return code(500, 'INTERNAL_ERROR');
			case '503':
				return { ...html(503), headers: { 'retry-after': String(fault.seconds) } };
			case '408':
			case '425':
				return html(Number(fault.kind));
			case 'html_502':
				return html(502);
			case 'html_200':
				return html(200);
			case 'storage_403':
				return endpoint === 'put' || endpoint === 'download'
					? {
							status: 403,
							headers: { 'content-type': 'application/xml' },
							body: '<Error><Code>AccessDenied</Code></Error>',
						}
					: undefined;
			case 'session_lost':
				this.service.lose();
				return undefined;
			case 'file_aborted':
				this.service.abort(fault.seconds);
				return undefined;
			case 'paused':
				this.service.pause(fault.seconds);
				return undefined;
			default:
				return undefined;
		}
	}
}

/** Rows that are on their way: the service counts more than it gives. */
function cutRows(body: string, kind: 'rows_short' | 'rows_none'): string {
	const { rows, ...page } = JSON.parse(body) as { rows?: unknown[] };
	if (rows === undefined || rows.length === 0) return body;
	const kept = kind === 'rows_none' ? [] : rows.slice(0, Math.floor(rows.length / 2));
	const hasMore = kind === 'rows_none';
	return JSON.stringify({
		...page,
		rows: kept,
		row_count: kept.length,
		has_more: hasMore,
		next_offset: hasMore ? kept.length : null,
	});
}
