import type { Clock } from '../Clock';
import { ENDPOINTS, type EndpointName } from '../limits';
import type { LoggedRequest } from './RequestLog';

/** What the contract asks of callers without refusing those who do not keep to it. */
export type Rule =
	/** "Without `wait` ... callers leave at least 5 seconds between calls", for one extraction. */
	| 'five_seconds_between_status_calls'
	/** `Retry-After` of a 429 "give[s] the wait in seconds", for the endpoints that share the limit. */
	| 'wait_as_told';

export interface Violation {
	at: string;
	rule: Rule;
	endpoint: string;
	path: string;
	/** By how much the call came too early, in milliseconds. */
	earlyMs: number;
}

const STATUS_PAUSE_MS = 5_000;
const STATUS: EndpointName = 'GET /extractions/{extraction_id}';

const isPlainStatus = ({ endpoint, query }: LoggedRequest) =>
	endpoint === STATUS && query?.wait === undefined;
const classOf = ({ endpoint }: LoggedRequest) => ENDPOINTS[endpoint as EndpointName];

/** Keeps book of callers that come too early. Nothing is refused for it. A caller is known by its credential. */
export class Manners {
	violations: Violation[] = [];
	private readonly due = new Map<string, { time: number; rule: Rule }>();

	constructor(private readonly clock: Clock) {}

	/** An API request has arrived. */
	arrived(caller: string, request: LoggedRequest): void {
		const { endpoint, path } = request;
		const now = this.clock.now();
		for (const name of isPlainStatus(request) ? [classOf(request), path] : [classOf(request)]) {
			const due = this.due.get(`${caller}\n${name}`);
			if (!due || due.time <= now) continue;
			const at = new Date(now).toISOString();
			this.violations.push({ at, rule: due.rule, endpoint, path, earlyMs: Math.ceil(due.time - now) });
		}
	}

	/** An API request is answered; `retryAfter` is what its header says. */
	answered(caller: string, request: LoggedRequest, status: number, retryAfter: unknown): void {
		if (status === 429 && retryAfter !== undefined) {
			const time = this.clock.now() + Number(retryAfter) * 1000;
			this.due.set(`${caller}\n${classOf(request)}`, { time, rule: 'wait_as_told' });
		}
		if (status !== 200 || !isPlainStatus(request)) return;
		const time = Date.parse(request.at) + STATUS_PAUSE_MS;
		this.due.set(`${caller}\n${request.path}`, { time, rule: 'five_seconds_between_status_calls' });
	}
}
