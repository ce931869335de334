import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export interface RunOptions {
	cwd?: string;
	env?: NodeJS.ProcessEnv;
	uid?: number;
	gid?: number;
}

/** Runs a command to its end and returns what it printed. Throws with everything it printed when it fails. */
export async function run(command: string, args: string[], options: RunOptions = {}): Promise<string> {
	try {
		const { stdout } = await execute(command, args, { ...options, maxBuffer: 64 * 1024 * 1024 });
		return stdout;
	} catch (error) {
		const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
		throw new Error(
			`${command} ${args.join(' ')} failed: ${message.split('\n', 1)[0]}\n${stdout}\n${stderr}`,
		);
	}
}
