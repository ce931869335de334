import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { ClientProcess, Job, Timing } from './Job';
import { TYPESCRIPT } from './typeScript';

type Question = { name: 'prepare'; job: Job } | { name: 'run'; fromRest?: boolean };
type Reply = { timing?: Timing; error?: string };

/** How long a client may take to clear up after itself. */
const CLOSING_MS = 30_000;

/** A client in a process of its own, so that its memory and its warmth are its own. */
export class ChildClient implements ClientProcess {
	private readonly child: ChildProcess;

	constructor(script: string) {
		this.child = fork(script, { execArgv: TYPESCRIPT, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
	}

	async prepare(job: Job): Promise<void> {
		await this.ask({ name: 'prepare', job });
	}

	async run(fromRest?: boolean): Promise<Timing> {
		const { timing } = await this.ask({ name: 'run', fromRest });
		return timing as Timing;
	}

	async close(): Promise<void> {
		if (this.child.exitCode !== null || this.child.signalCode !== null) return;
		const exited = once(this.child, 'exit');
		this.child.disconnect();
		const impatience = setTimeout(() => this.child.kill(), CLOSING_MS);
		await exited;
		clearTimeout(impatience);
	}

	private async ask(question: Question): Promise<Reply> {
		const ended = new AbortController();
		this.child.send(question);
		try {
			const reply = await Promise.race([
				once(this.child, 'message', { signal: ended.signal }).then(([message]) => message as Reply),
				once(this.child, 'exit', { signal: ended.signal }).then(([code]): Reply => {
					return { error: `the process ended with ${code}` };
				}),
			]);
			if (reply.error) throw new Error(reply.error);
			return reply;
		} finally {
			ended.abort();
		}
	}
}

/** The other end: answers the questions of a `ChildClient` until it hangs up, then closes. */
export function answer(client: ClientProcess & { close(): Promise<void> }): void {
	const reply = async (question: Question): Promise<Reply> => {
		if (question.name === 'run') return { timing: await client.run(question.fromRest) };
		await client.prepare(question.job);
		return {};
	};
	process.on('message', (question: Question) => {
		reply(question).then(
			(message) => process.send?.(message),
			(error: Error) => process.send?.({ error: error.stack ?? String(error) }),
		);
	});
	process.once('disconnect', () => void client.close());
}
