import { median } from '../turns';

/** What one peer took for one case. */
export interface Measured {
	case: string;
	peer: string;
	/** Milliseconds, by round; empty if it sends nothing. */
	times: number[];
	/** How far the memory of n8n's process grew over what it held at rest. */
	peakMiB: number;
	requestsPerFile: number;
}

const HEAD = ['Files', 'Node', 'Time', 'Against ours', 'Memory (MiB)', 'Requests per file'];
const ALIGNED = ['---', '---', '---:', '---:', '---:', '---:'];

const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;

/** A table in Markdown. The first peer of each case is the one that the others are measured against. */
export function table(measured: Measured[]): string {
	const rows = measured.map((each) => {
		const first = measured.find((other) => other.case === each.case) ?? each;
		const ms = median(each.times);
		const isFirst = each === first;
		const times =
			each.times.length === 0
				? ['–', '–']
				: [`${(ms / 1000).toFixed(2)} s`, isFirst ? '1' : `${(ms / median(first.times)).toFixed(2)} ×`];
		const requests = each.times.length === 0 ? '–' : each.requestsPerFile.toFixed(2);
		return [isFirst ? each.case : '', each.peer, ...times, each.peakMiB.toFixed(0), requests];
	});
	return [HEAD, ALIGNED, ...rows].map(line).join('\n');
}
