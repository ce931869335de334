import { readFileSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const SAMPLE_MS = 10;
const MiB = 1024 * 1024;

/** Collects the garbage of loading, so that what comes after cannot hide in it. @returns the process's memory at rest, in bytes */
export function atRest(): number {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	collect();
	collect();
	return process.memoryUsage.rss();
}

/**
 * The most resident memory, buffers outside the heap included, that the process had from `new` to `stop`. Linux keeps the mark
 * itself, to the byte and at no cost; elsewhere the memory is sampled.
 */
export class MemoryWatch {
	private peak = process.memoryUsage.rss();
	private readonly timer: NodeJS.Timeout | undefined;

	constructor() {
		if (!resetHighWaterMark()) this.timer = setInterval(() => this.sample(), SAMPLE_MS);
	}

	/** @returns the growth over `rest`, in MiB */
	stop(rest: number): number {
		if (this.timer) clearInterval(this.timer);
		else this.peak = highWaterMark();
		this.sample();
		return Math.max(0, this.peak - rest) / MiB;
	}

	private sample(): void {
		this.peak = Math.max(this.peak, process.memoryUsage.rss());
	}
}

function resetHighWaterMark(): boolean {
	try {
		writeFileSync('/proc/self/clear_refs', '5');
		return highWaterMark() > 0;
	} catch {
		return false;
	}
}

function highWaterMark(): number {
	const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
	return Number(kilobytes ?? 0) * 1024;
}
