import { spawn } from 'node:child_process';
import { appendFileSync, existsSync } from 'node:fs';

/** Characters of output kept for messages. */
export const KEPT_OUTPUT = 20_000;

/** On Linux, what we started ends with us, however we end. */
const SETPRIV = '/usr/bin/setpriv';
const DIE_WITH_US = existsSync(SETPRIV) ? [SETPRIV, '--pdeathsig', 'KILL'] : [];

export interface ProcessOptions {
	command: string;
	args?: string[];
	cwd?: string;
	env?: NodeJS.ProcessEnv;
	/** For servers that refuse to run as root. */
	user?: { uid: number; gid: number };
	/** Whether it is put into a process group of its own, so that what it starts can be ended with it, and Ctrl+C does not reach it. */
	ownGroup?: boolean;
	/** How it is asked to end. Default SIGTERM. */
	signalToEnd?: NodeJS.Signals;
	/** How long it may take to end by itself once asked to. Default 30. */
	secondsToEnd?: number;
	/** A file that what it writes is added to, for other processes to read. */
	outputFile?: string;
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

/** Starts a process. Only this process, or the group it was put into, is ever signalled. */
export function startProcess(options: ProcessOptions): RunningProcess {
	const { command, args = [], cwd, env, user, ownGroup = false } = options;
	const { signalToEnd = 'SIGTERM', secondsToEnd = 30, outputFile } = options;
	const [program, ...rest] = [...DIE_WITH_US, command, ...args];
	const child = spawn(program!, rest, {
		cwd,
		env,
		...user,
		detached: ownGroup,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	const keep = (chunk: Buffer) => {
		output = (output + chunk.toString()).slice(-KEPT_OUTPUT);
		if (outputFile) appendFileSync(outputFile, chunk);
	};
	child.stdout.on('data', keep);
	child.stderr.on('data', keep);
	let ended = false;
	const end = new Promise<void>((resolve) => {
		const finish = () => {
			ended = true;
			process.removeListener('exit', killNow);
			resolve();
		};
		child.once('exit', finish);
		child.once('error', (error) => {
			output += error.message;
			finish();
		});
	});
	const signal = (name: NodeJS.Signals) => {
		if (child.pid === undefined || (ended && !ownGroup)) return;
		try {
			process.kill(ownGroup ? -child.pid : child.pid, name);
		} catch {
			// It has ended already.
		}
	};
	const killNow = () => signal('SIGKILL');
	process.once('exit', killNow);

	return {
		pid: child.pid ?? -1,
		output: () => output,
		hasEnded: () => ended,
		async stop() {
			if (!ended) signal(signalToEnd);
			const timer = setTimeout(killNow, secondsToEnd * 1000);
			await end;
			clearTimeout(timer);
			killNow();
		},
		async kill() {
			killNow();
			await end;
		},
	};
}
