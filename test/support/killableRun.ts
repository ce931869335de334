import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './until';

/** A run of Extract Documents in a process of its own. It begins when it is told where, so that one can be made ready while another runs. */
export class KillableRun {
	private readonly child: ChildProcess;
	private readonly ended: Promise<unknown[]>;
	private isOver = false;
	private complaints = '';

	/** For its temporary files, since what is killed tidies nothing up. */
	private readonly folder = mkdtempSync(join(tmpdir(), 'killable-run-'));

	constructor() {
		const script = join(__dirname, 'killedRun.ts');
		this.child = spawn(process.execPath, ['--import', 'tsx', script, this.folder], {
			stdio: ['pipe', 'ignore', 'pipe'],
		});
		this.child.stderr?.on('data', (chunk: Buffer) => (this.complaints += String(chunk)));
		this.ended = once(this.child, 'exit').finally(() => (this.isOver = true));
	}

	/** Lets it run until the condition holds, then kills it on the spot. Rejects when it ends by itself. */
	async killWhen(service: { baseUrl: string; apiKey: string }, holds: () => boolean): Promise<void> {
		const { baseUrl, apiKey } = service;
		this.child.stdin?.end(JSON.stringify({ baseUrl, apiKey }));
		await until(() => holds() || this.isOver);
		if (this.isOver) throw new Error(`The run ended before it could be killed: ${this.complaints}`);
		await this.kill();
	}

	async kill(): Promise<void> {
		this.child.kill('SIGKILL');
		const [, signal] = await this.ended;
		rmSync(this.folder, { recursive: true, force: true });
		if (signal !== 'SIGKILL') throw new Error(`The run ended by itself: ${this.complaints}`);
	}
}
