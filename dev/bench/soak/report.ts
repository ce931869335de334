import { isLevel, slopeOf, type Slope } from './slope';
import type { Sample } from './samples';

/** A moment of the soak. */
export interface Moment extends Sample {
	minute: number;
	/** Documents whose executions have ended, and extractions that were announced, so far. */
	ended: number;
	announced: number;
}

/** The part of the time that is not looked at: until then, n8n loads what it needs and V8 compiles most of it. */
const WARM_UP = 0.5;

const WIDTHS = [7, 11, 10, 10, 10, 10, 8, 12, 6];
const columns = (cells: string[]): string =>
	cells.map((cell, index) => cell.padStart(WIDTHS[index]!)).join('');

export const HEAD = columns([
	'Minute',
	'Executions',
	'Announced',
	'RSS MiB',
	'Live MiB',
	'Code MiB',
	'Handles',
	'Connections',
	'Files',
]);

export function momentLine({
	minute,
	ended,
	announced,
	rssMiB,
	liveMiB,
	codeMiB,
	handles,
	...open
}: Moment): string {
	const count = Object.values(handles).reduce((sum, each) => sum + each, 0);
	const numbers = [
		ended,
		announced,
		rssMiB.toFixed(1),
		liveMiB.toFixed(1),
		codeMiB.toFixed(1),
		count,
		open.connections,
		open.openFiles,
	];
	return columns([minute.toFixed(1), ...numbers.map(String)]);
}

const slopeText = (name: string, { slope, noise, level }: Slope): string =>
	`${name}: ${level.toFixed(1)} MiB, ${slope >= 0 ? '+' : ''}${slope.toFixed(3)} MiB a minute, noise ±${noise.toFixed(3)}`;

/** The memory after the warm-up, in lines, and whether it is level. What is alive decides: V8 compiles more now and then, and the system takes pages back when it likes. */
export function memoryVerdict(moments: Moment[]): { lines: string[]; level: boolean } {
	const from = (moments.at(-1)?.minute ?? 0) * WARM_UP;
	const after = moments.filter(({ minute }) => minute >= from);
	if (after.length < 3) return { lines: ['Too short to see a slope'], level: true };
	const of = (value: (moment: Moment) => number) =>
		slopeOf(after.map((moment) => ({ x: moment.minute, y: value(moment) })));
	const live = of(({ liveMiB }) => liveMiB);
	const level = isLevel(live);
	return {
		level,
		lines: [
			`${slopeText('Alive', live)}: ${level ? 'level' : 'RISES'}`,
			slopeText(
				'Compiled code',
				of(({ codeMiB }) => codeMiB),
			),
			slopeText(
				'Resident',
				of(({ rssMiB }) => rssMiB),
			),
		],
	};
}
