import type { Clock } from '../virtual/clock';
import { Extractions, type Extraction, type Settings } from './extractions';
import { invalid, Refusal, type Answer } from './errors';
import { detailsRecord, listItem, resultsPage, statusPayload } from './payloads';
import { Uploads } from './uploads';

export interface Request {
	method: string;
	url: URL;
	headers: Record<string, string>;
	body: unknown;
	/** Who made it, for the oracle alone. */
	by: string;
}

/** The endpoints, named as the calls of a story name them, with their requests per minute. */
const PER_MINUTE = {
	session: 600,
	parts: 600,
	complete: 600,
	submit: 30,
	status: 120,
	rows: 60,
	list: 60,
	details: 60,
	output: 30,
	cancel: 30,
	answers: 30,
	balance: 60,
	put: Infinity,
	download: Infinity,
	unknown: Infinity,
};
export type Endpoint = keyof typeof PER_MINUTE;

export const KEY = 'sk-simulated-0123456789';
const MINUTE = 60_000;

/** Which endpoint a request is for. */
export function endpointOf(method: string, { pathname }: URL): Endpoint {
	if (!pathname.startsWith('/v1/')) return method === 'PUT' ? 'put' : 'download';
	const path = pathname.replace(/^\/v1/, '');
	const at = `${method} ${path}`;
	if (at === 'POST /uploads/sessions') return 'session';
	if (/^POST \/uploads\/sessions\/[^/]+\/parts$/.test(at)) return 'parts';
	if (/^POST \/uploads\/sessions\/[^/]+\/complete$/.test(at)) return 'complete';
	if (at === 'POST /extractions') return 'submit';
	if (at === 'GET /extractions') return 'list';
	if (at === 'GET /credits/balance') return 'balance';
	const [, verb, , tail] = /^(GET|POST) \/extractions\/([^/]+)(?:\/(\w+))?$/.exec(at) ?? [];
	if (verb === 'GET' && tail === undefined) return 'status';
	if (verb === 'GET' && tail === 'results') return 'rows';
	if (verb === 'GET' && (tail === 'details' || tail === 'output')) return tail;
	if (verb === 'POST' && (tail === 'cancel' || tail === 'answers')) return tail;
	return 'unknown';
}

const ok = (body: unknown, status = 200): Answer => ({
	status,
	headers: { 'content-type': 'application/json' },
	body,
});

/** The service in memory: a request in, an answer out. */
export class Service {
	readonly uploads: Uploads;

	readonly extractions: Extractions;

	private readonly recent = new Map<Endpoint, number[]>();

	/** 429s that callers earned by themselves. */
	earned429s = 0;

	constructor(
		private readonly clock: Clock,
		settings: Settings & { partSize: number; skew: number },
		readonly storage = 'https://storage.example.net',
	) {
		const now = () => this.clock.now + settings.skew;
		this.uploads = new Uploads(
			settings.partSize,
			now,
			() => this.extractions.credits - this.extractions.reserved,
			this.storage,
		);
		this.extractions = new Extractions(settings, clock, this.uploads, now);
	}

	get date(): string {
		return new Date(this.extractions.now()).toUTCString();
	}

	async handle(request: Request): Promise<Answer> {
		try {
			const endpoint = endpointOf(request.method, request.url);
			if (endpoint === 'put') return this.put(request);
			if (endpoint === 'download') return this.download(request);
			if (request.headers.authorization !== `Bearer ${KEY}`) throw new Refusal('UNAUTHENTICATED');
			this.limitRate(endpoint);
			return await this.route(endpoint, request);
		} catch (error) {
			if (error instanceof Refusal) return error.answer();
			throw error;
		}
	}

	private limitRate(endpoint: Endpoint): void {
		const kind = endpoint === 'parts' || endpoint === 'complete' ? 'session' : endpoint;
		const since = this.clock.now - MINUTE;
		const recent = (this.recent.get(kind) ?? []).filter((at) => at > since);
		this.recent.set(kind, recent);
		if (recent.length >= PER_MINUTE[kind]) {
			this.earned429s += 1;
			const seconds = Math.ceil((recent[0]! - since) / 1_000);
			throw new Refusal('RATE_LIMITED', { retry_after_seconds: seconds }, { 'retry-after': String(seconds) });
		}
		recent.push(this.clock.now);
	}

	private async route(endpoint: Endpoint, { url, body, by }: Request): Promise<Answer> {
		const given = (body ?? {}) as Record<string, never>;
		const path = url.pathname.replace(/^\/v1/, '').split('/').map(decodeURIComponent);
		const id = path[2] ?? '';
		const { extractions, uploads } = this;
		const payload = (extraction: Extraction) => ok(statusPayload(extractions, extraction, this.storage));
		switch (endpoint) {
			case 'session':
				return ok(uploads.create(given.upload_session_id!, given.files!, by));
			case 'parts':
				return ok(uploads.parts(path[3]!, given.file_id!, given.part_numbers!));
			case 'complete':
				return ok(uploads.complete(path[3]!, given.file_id!, given.parts!));
			case 'submit':
				return ok(
					{ success: true, extraction_id: extractions.submit(given, by).id, submission_state: 'received' },
					202,
				);
			case 'status':
				return payload(await this.status(id, url));
			case 'rows':
				return this.rows(id, url);
			case 'list':
				return this.list(url);
			case 'details':
				return ok({ success: true, extraction: detailsRecord(extractions, extractions.find(id)) });
			case 'output':
				return this.output(id, url);
			case 'cancel':
				return this.cancel(id);
			case 'answers': {
				const answered = payload(extractions.answer(id, given.answers!));
				extractions.wake();
				return answered;
			}
			case 'balance':
				return ok({
					success: true,
					credits_balance: extractions.credits,
					credits_reserved: extractions.reserved,
				});
			default:
				throw new Refusal('NOT_FOUND');
		}
	}

	private async status(id: string, url: URL): Promise<Extraction> {
		const wait = url.searchParams.get('wait');
		if (wait === null) return this.extractions.find(id);
		const seconds = Number(wait);
		if (!Number.isInteger(seconds) || seconds < 1 || seconds > 45)
			throw invalid({ message: '1 to 45', path: ['wait'] });
		return await this.extractions.held(id, seconds);
	}

	private finished(id: string): Extraction {
		const extraction = this.extractions.find(id);
		if (extraction.status !== 'completed') throw new Refusal('OUTPUT_NOT_AVAILABLE');
		if (this.extractions.isExpired(extraction)) throw new Refusal('OUTPUT_EXPIRED');
		return extraction;
	}

	private rows(id: string, url: URL): Answer {
		const offset = Number(url.searchParams.get('offset') ?? 0);
		const limit = Number(url.searchParams.get('limit') ?? 100);
		if (!Number.isInteger(limit) || limit < 1 || limit > 1_000)
			throw invalid({ message: '1-1000', path: ['limit'] });
		return ok(resultsPage(this.extractions, this.finished(id), offset, limit));
	}

	private list(url: URL): Answer {
		this.extractions.refresh();
		const status = url.searchParams.get('status');
		if (status !== null && !['processing', 'completed', 'cancelled', 'failed'].includes(status))
			throw invalid({ message: 'unknown status', path: ['status'] });
		const limit = Number(url.searchParams.get('limit') ?? 25);
		const start = Number(url.searchParams.get('cursor') ?? 0);
		const all = this.extractions.all.filter((each) => status === null || each.status === status).reverse();
		const next = start + limit < all.length ? String(start + limit) : null;
		return ok({
			success: true,
			extractions: all.slice(start, start + limit).map(listItem),
			has_more: next !== null,
			next_cursor: next,
		});
	}

	private cancel(id: string): Answer {
		const extraction = this.extractions.cancel(id);
		if (extraction.status === 'cancelled')
			return ok(statusPayload(this.extractions, extraction, this.storage));
		this.extractions.wake();
		const cancel_requested_at = new Date(extraction.cancelRequestedAt!).toISOString();
		return ok({
			success: true,
			extraction_id: id,
			status: 'processing',
			cancellation_requested: true,
			cancel_requested_at,
		});
	}

	private output(id: string, url: URL): Answer {
		const format = url.searchParams.get('format');
		this.finished(id);
		// "no `success` field"
		return ok({
			download_url: `${this.storage}/outputs/${id}/${format}?signature=SIGNEDoutput`,
			format,
			expires_in_seconds: 300,
		});
	}

	/** "The caller sends a `PUT` of the raw bytes of each part to its URL, with no extra headers." */
	private put({ url, headers, body, by }: Request): Answer {
		const refuse = (status: number, code: string): Answer => ({
			status,
			headers: { 'content-type': 'application/xml' },
			body: `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`,
		});
		if (headers.authorization !== undefined || headers['content-type'] !== undefined)
			return refuse(403, 'SignatureDoesNotMatch');
		if (!Buffer.isBuffer(body)) return refuse(400, 'IncompleteBody');
		const stored = this.uploads.put(url.searchParams.get('signature') ?? '', body, by);
		if (!stored) return refuse(403, 'AccessDenied');
		return { status: 200, headers: { etag: stored.eTag }, body: '' };
	}

	private download({ url, headers }: Request): Answer {
		if (headers.authorization !== undefined) return { status: 400, headers: {}, body: '<Error/>' };
		const [, , id = '', format = ''] = url.pathname.split('/');
		const rows = this.extractions.rows(this.extractions.find(id));
		return {
			status: 200,
			headers: { 'content-type': 'application/octet-stream' },
			body: Buffer.from(`${format}:${JSON.stringify(rows)}`),
		};
	}
}
