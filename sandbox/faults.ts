import type { EndpointName } from './limits';

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
	| 'cut_held';

export interface Fault {
	endpoint: EndpointName | 'PUT part' | 'GET download' | '*';
	kind: FaultKind;
	/** How many requests it hits. Default 1. */
	count?: number;
	/** How many matching requests pass before it begins. Default 0. */
	after?: number;
	delayMs?: number;
	status?: number;
	code?: string;
	details?: Record<string, unknown> | null;
	retryAfterSeconds?: number;
}

/** The fault plan: which requests go wrong, and how. */
export class Faults {
	private planned: Array<Fault & { count: number; after: number }> = [];

	add(fault: Fault): void {
		this.planned.push({ ...fault, count: fault.count ?? 1, after: fault.after ?? 0 });
	}

	clear(): void {
		this.planned = [];
	}

	/** The fault that hits this request, if any, and one less of it. `isHeld`: a status request with `wait`. */
	take(endpoint: string, isHeld: boolean): Fault | undefined {
		for (const fault of this.planned) {
			if (fault.endpoint !== endpoint && fault.endpoint !== '*') continue;
			if (fault.kind === 'cut_held' && !isHeld) continue;
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
