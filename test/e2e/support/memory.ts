import { readFile, writeFile } from 'node:fs/promises';

/** Starts the measurement of a process's highest memory anew. Linux. */
export const forgetPeak = async (pid: number): Promise<void> =>
	await writeFile(`/proc/${pid}/clear_refs`, '5');

/** The most memory that a process has held since then, in bytes (resident set). Linux. */
export async function peakMemory(pid: number): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]) * 1024;
}
