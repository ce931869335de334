import type { INodeProperties } from 'n8n-workflow';
import { MINUTE_MS } from '../shared/time';
import { readNumber, type NumberRule } from './numbers';

const DISPLAY_NAME = 'Maximum Wait (Minutes)';

/** The shortest wait: any that is longer than zero. */
const SHORTEST_MINUTES = 0.001;

/** A week. A trigger serves better for what takes longer. */
const LONGEST_MINUTES = 7 * 24 * 60;

/** For an extraction that was cancelled: it stops at its next opportunity. */
export const DEFAULT_STOP_MINUTES = 10;

export const maximumWaitProperty = (minutes: number, description: string): INodeProperties => ({
	displayName: DISPLAY_NAME,
	name: 'maximumWait',
	type: 'number',
	typeOptions: { minValue: SHORTEST_MINUTES, numberPrecision: 3 },
	default: minutes,
	description,
});

export const MAXIMUM_WAIT_RULE: NumberRule = {
	parameter: DISPLAY_NAME,
	min: SHORTEST_MINUTES,
	max: LONGEST_MINUTES,
	fractions: true,
};

/** When a wait that began at `startedAt` has to end, in milliseconds since the epoch. @throws InputProblems */
export function deadlineOf(minutes: unknown, startedAt: number): number {
	return startedAt + readNumber(minutes, MAXIMUM_WAIT_RULE) * MINUTE_MS;
}
