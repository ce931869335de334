/** What so many workers took for the same executions. */
export interface Worked {
	workers: number;
	ms: number;
	requests: number;
	/** Requests that the service refused because there were too many. */
	refused: number;
	failures: string[];
}

/** How much longer several workers may take than one, which runs at the ceiling of the service. */
const TARGET = 1.2;

const line = ({ workers, ms, requests, refused, failures }: Worked): string =>
	`${workers} worker${workers === 1 ? '' : 's'}: ${(ms / 1000).toFixed(1)} s, ${requests} requests, 429 answers: ${refused}, failed executions: ${failures.length}`;

/** @param worked one worker first */
export function report(worked: Worked[]): { lines: string[]; pass: boolean } {
	const [alone, ...others] = worked;
	if (!alone) throw new Error('Nothing was measured');
	const failures = worked.flatMap((each) => each.failures);
	const ratios = others.map(({ ms }) => ms / alone.ms);
	const pass = failures.length === 0 && ratios.every((ratio) => ratio <= TARGET);
	return {
		pass,
		lines: [
			...worked.map(line),
			...ratios.map((ratio) => `Against one worker: ${ratio.toFixed(2)}, target ${TARGET.toFixed(2)}`),
			...failures,
			pass ? 'Passed' : 'FAILED',
		],
	};
}
