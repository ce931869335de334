import { subscribe, unsubscribe, type ChannelListener } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';

const CHANNEL = 'http.client.response.finish';

export type Step = 'bytes sent' | 'file complete' | 'submitted';

/** What an answered request was for; undefined for those that are no step of the work. */
export function stepOf(method: string, path: string): Step | undefined {
	// Only the path: the query of a signed URL is a secret.
	const [pathname = ''] = path.split('?');
	if (method === 'PUT') return 'bytes sent';
	if (method !== 'POST') return undefined;
	if (pathname.endsWith('/complete')) return 'file complete';
	return pathname.endsWith('/extractions') ? 'submitted' : undefined;
}

/** Watches the requests of this process from outside: n8n has no way for a node to report its progress. */
export class Traffic {
	private readonly steps: Array<{ step: Step; at: number }> = [];
	private readonly listener: ChannelListener;

	constructor(onStep: (step: Step, countOfItsKind: number) => void) {
		this.listener = (message) => {
			const { request, response } = message as { request: ClientRequest; response: IncomingMessage };
			const step = stepOf(request.method, request.path);
			if (!step || (response.statusCode ?? 500) >= 300) return;
			this.steps.push({ step, at: Date.now() });
			onStep(step, this.count(step));
		};
		subscribe(CHANNEL, this.listener);
	}

	/** How often a step was done, from `since` on (milliseconds since the epoch). */
	count(step: Step, since = 0): number {
		return this.steps.filter((done) => done.step === step && done.at >= since).length;
	}

	stop(): void {
		unsubscribe(CHANNEL, this.listener);
	}
}
