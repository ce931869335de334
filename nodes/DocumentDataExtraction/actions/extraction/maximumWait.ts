import type { INodeProperties } from 'n8n-workflow';
import { readNumber } from './numbers';

const DISPLAY_NAME = 'Maximum Wait (Minutes)';

/** The shortest wait that can be asked for: one second. */
const SHORTEST_MINUTES = 1 / 60;

/** A week. What takes longer is better collected by a trigger. */
const LONGEST_MINUTES = 7 * 24 * 60;

/** For an extraction that was cancelled: it stops at its next opportunity. */
export const DEFAULT_STOP_MINUTES = 10;

export const maximumWaitField = (minutes: number, description: string): INodeProperties => ({
	displayName: DISPLAY_NAME,
	name: 'maximumWait',
	type: 'number',
	typeOptions: { minValue: 0.02, numberPrecision: 2 },
	default: minutes,
	description,
});

/** When a wait that began at `startedAt` has to end, in milliseconds since the epoch. @throws InputProblems */
export function deadlineOf(minutes: unknown, startedAt: number): number {
	const rule = { parameter: DISPLAY_NAME, min: SHORTEST_MINUTES, max: LONGEST_MINUTES, fractions: true };
	return startedAt + readNumber(minutes, rule) * 60_000;
}
