import Table from 'cli-table3';
import type { Result } from './BenchCase';

const twoPlaces = (value: number | null): number | null =>
	value === null ? null : Math.round(value * 100) / 100;

const shown = (value: number | null, places: number): string => value?.toFixed(places) ?? '–';

/** `{case, ratio, spread, floor, target, peakMiB, targetMiB, pass}` */
export function jsonLine(
	name: string,
	{ ratio, spread, floor, target, peakMiB, targetMiB, pass }: Result,
): string {
	return JSON.stringify({
		case: name,
		ratio: twoPlaces(ratio),
		spread: spread?.map(twoPlaces) ?? null,
		floor,
		target,
		peakMiB: twoPlaces(peakMiB),
		targetMiB: twoPlaces(targetMiB),
		pass,
	});
}

export function table(results: Array<{ title: string; result: Result }>): string {
	const rows = new Table({
		head: ['Case', 'Ratio', 'Pairs', 'To', 'Target', 'Memory (MiB)', 'Target', 'Pass', 'Measured'],
		colAligns: ['left', 'right', 'right', 'left', 'right', 'right', 'right', 'left', 'left'],
		style: { head: [], border: [] },
	});
	for (const { title, result } of results)
		rows.push([
			title,
			shown(result.ratio, 2),
			result.spread?.map((value) => value.toFixed(2)).join(' to ') ?? '–',
			result.floor ?? '–',
			shown(result.target, 2),
			shown(result.peakMiB, 1),
			shown(result.targetMiB, 1),
			result.pass ? 'yes' : 'NO',
			result.note,
		]);
	return rows.toString();
}
