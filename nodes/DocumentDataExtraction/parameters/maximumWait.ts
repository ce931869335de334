import type { INodeProperties } from 'n8n-workflow';
import { MINUTE_MS } from '../shared/time';
import { readNumber, type NumberRule } from './numbers';

const DISPLAY_NAME = 'Maximum Wait (Minutes)';

/** The shortest wait that an expression can give. In the editor, it is a whole minute. */
const SHORTEST_MINUTES = 0.001;

/** A week. For longer waits, a trigger is the better way. */
const LONGEST_MINUTES = 7 * 24 * 60;

/** For an extraction that was cancelled: it stops at its next opportunity. */
export const DEFAULT_STOP_MINUTES = 10;

export const maximumWaitProperty = (minutes: number, description: string): INodeProperties => ({
	displayName: DISPLAY_NAME,
	name: 'maximumWait',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: minutes,
	description,
});

export const MAXIMUM_WAIT_RULE: NumberRule = {
	parameter: DISPLAY_NAME,
	min: SHORTEST_MINUTES,
	max: LONGEST_MINUTES,
	fractions: true,
};

/** When a wait that began at `startedAt` has to end, by the same clock. @throws InputProblems */
export function deadlineOf(minutes: unknown, startedAt: number): number {
	return startedAt + readNumber(minutes, MAXIMUM_WAIT_RULE) * MINUTE_MS;
}
