import type { EndpointName } from '../limits';
import { Line } from './Line';

/** Whatever a JSON answer holds. */
type Json = ReturnType<typeof JSON.parse>;

export type FaultKind =
	/** 429 with Retry-After. */
	| 'rate_limited'
	/** Any code, known or not, with its status. */
	| 'error'
	/** The connection is cut before an answer; for 'PUT part' in the middle of the body. */
	| 'reset'
	/** The request is carried out, then the connection is cut. */
	| 'reset_after'
	/** No answer until the client gives up, or for `delayMs`, then the connection is cut. */
	| 'hang'
	/** Half of the JSON body, as if it were whole; for 'GET download' half of the announced bytes, then a cut. */
	| 'truncated'
	/** A proxy's HTML page, 502 unless `status` says otherwise. */
	| 'html'
	/** `delayMs` (real time), then the ordinary answer. */
	| 'delay'
	/** 'PUT part' and 'GET download': 403 XML, as for an expired signed URL. */
	| 'expired_url'
	/** A held status request is cut by a proxy after `delayMs` (real time) with a 504 HTML page. */
	| 'cut_held'
	/** A slow line, `bytesPerSecond`: the body of a 'PUT part' is read, every other answer is written, at that rate. */
	| 'throttle'
	/**
	 * The line goes dead in the middle of a body, without being closed: the server stops reading a 'PUT part', or stops
	 * writing any other answer, half-way, until the client gives up, or for `delayMs`. Then the connection is cut, or
	 * with `resumes` the rest follows. (That a client has given up a 'PUT part' shows only when it is read on or cut.)
	 */
	| 'stall'
	/** Exactly this answer: `status` (default 200), `headers` and `body` (text as it is, anything else as JSON). Nothing is carried out. */
	| 'answer'
	/** The request is carried out; its JSON answer is what `alter` makes of it. In process only. */
	| 'altered';

export interface Fault {
	endpoint: EndpointName | 'PUT part' | 'GET download' | '*';
	kind: FaultKind;
	/** How many requests it hits. Default 1; `Infinity` (over HTTP: null) for all of them. */
	count?: number | null;
	/** How many matching requests pass before it begins. Default 0. */
	after?: number;
	/** Only requests with a path for which this is so. In process only. */
	when?: (path: string) => boolean;
	delayMs?: number;
	status?: number;
	code?: string;
	details?: Record<string, unknown> | null;
	/** For 'error': the `retryable` of the envelope. By default the contract's, and true for 408, 425 and 5xx. */
	retryable?: boolean;
	/** For 'rate_limited' (default 1) and 'error'. 0 is sent as 0. */
	retryAfterSeconds?: number;
	/** For 'throttle'. */
	bytesPerSecond?: number;
	/** For 'throttle': all requests that this fault hits share the line. By default each has a line of its own. */
	shared?: boolean;
	/** For 'stall'. */
	resumes?: boolean;
	/** For 'answer'. */
	body?: unknown;
	headers?: Record<string, string>;
	/** For 'altered'. `body` may be changed in place; what is returned, where it is not undefined, is sent instead. */
	alter?: (body: Json, request: { endpoint: string; path: string }) => unknown;
}

/** A fault as it hits one request. */
export type ActiveFault = Fault & { line?: Line };

type PlannedFault = ActiveFault & { count: number; after: number };

/** The fault plan: which requests go wrong, and how. */
export class Faults {
	private planned: PlannedFault[] = [];

	add(fault: Fault): void {
		const { bytesPerSecond, kind, shared } = fault;
		if (kind === 'throttle' && !(bytesPerSecond! > 0)) throw new Error('throttle needs bytesPerSecond');
		if (kind === 'altered' && typeof fault.alter !== 'function') throw new Error('altered needs alter');
		this.planned.push({
			...fault,
			count: fault.count === undefined ? 1 : (fault.count ?? Infinity),
			after: fault.after ?? 0,
			line: kind === 'throttle' && shared ? new Line(bytesPerSecond!) : undefined,
		});
	}

	clear(): void {
		this.planned = [];
	}

	/** The fault that hits this request, if any, and one less of it. `isHeld`: a status request with `wait`. */
	take(endpoint: string, path: string, isHeld: boolean): ActiveFault | undefined {
		for (const fault of this.planned) {
			if (fault.endpoint !== endpoint && fault.endpoint !== '*') continue;
			if (fault.kind === 'cut_held' && !isHeld) continue;
			if (fault.when?.(path) === false) continue;
			if (fault.after > 0) {
				fault.after -= 1;
				continue;
			}
			fault.count -= 1;
			if (fault.count <= 0) this.planned = this.planned.filter((other) => other !== fault);
			return fault;
		}
		return undefined;
	}
}
