import { spawn } from 'node:child_process';

/** Characters of output kept for messages. */
const KEPT_OUTPUT = 20_000;

export interface ProcessOptions {
	command: string;
	args?: string[];
	cwd?: string;
	env?: NodeJS.ProcessEnv;
	/** For servers that refuse to run as root. */
	user?: { uid: number; gid: number };
	/** How long it may take to end by itself once asked to. Default 30. */
	secondsToEnd?: number;
}

export interface RunningProcess {
	pid: number;
	/** The last part of what it wrote. */
	output(): string;
	hasEnded(): boolean;
	/** Asks it to end, and ends it and what it started when it does not. */
	stop(): Promise<void>;
	/** Ends it at once, as a crash would. */
	kill(): Promise<void>;
}

/** A process and what it started, in a group of its own: only that group is ever signalled. */
export function startProcess(options: ProcessOptions): RunningProcess {
	const { command, args = [], cwd, env, user, secondsToEnd = 30 } = options;
	const child = spawn(command, args, {
		cwd,
		env,
		...user,
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	const keep = (chunk: Buffer) => {
		output = (output + chunk.toString()).slice(-KEPT_OUTPUT);
	};
	child.stdout.on('data', keep);
	child.stderr.on('data', keep);
	let ended = false;
	const end = new Promise<void>((resolve) => {
		const finish = () => {
			ended = true;
			process.removeListener('exit', killGroup);
			resolve();
		};
		child.once('exit', finish);
		child.once('error', (error) => {
			output += error.message;
			finish();
		});
	});
	const killGroup = () => signal(child.pid, 'SIGKILL');
	process.once('exit', killGroup);

	return {
		pid: child.pid ?? -1,
		output: () => output,
		hasEnded: () => ended,
		async stop() {
			if (!ended && child.pid) process.kill(child.pid, 'SIGTERM');
			const timer = setTimeout(killGroup, secondsToEnd * 1000);
			await end;
			clearTimeout(timer);
			killGroup();
		},
		async kill() {
			killGroup();
			await end;
		},
	};
}

function signal(group: number | undefined, name: NodeJS.Signals): void {
	if (group === undefined) return;
	try {
		process.kill(-group, name);
	} catch {
		// The group has ended already.
	}
}
