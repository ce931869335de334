import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { request } from 'undici';

/** What the service was sent. */
export interface Seen {
	requests: number;
	/** Of files alone. */
	bytes: number;
}

/** The service that keeps nothing, in a process of its own; see `serviceMain.ts`. */
export class DiscardService {
	private constructor(
		private readonly child: ChildProcess,
		readonly origin: string,
	) {}

	static async start(): Promise<DiscardService> {
		const child = fork(join(__dirname, 'serviceMain.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
		const [origin] = (await once(child, 'message')) as [string];
		return new DiscardService(child, origin);
	}

	/** What came since the last call. */
	async seen(): Promise<Seen> {
		const { body } = await request(`${this.origin}/seen`);
		return (await body.json()) as Seen;
	}

	async stop(): Promise<void> {
		const exited = once(this.child, 'exit');
		this.child.disconnect();
		await exited;
	}
}
