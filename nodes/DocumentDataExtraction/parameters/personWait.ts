import type { INodeProperties } from 'n8n-workflow';
import { HOUR_MS } from '../shared/time';
import { readNumber, type NumberRule } from './numbers';

/** How to bring a person to the page of an execution that waits. */
export const linkNotice: INodeProperties = {
	displayName:
		'The page is at <code>{{ $execution.resumeUrl }}</code>. Send the whole link with a node before this one, such as Gmail or Slack. Anyone with the link can decide.',
	name: 'linkNotice',
	type: 'notice',
	default: '',
};

/** How long to wait for a person: the parameter, and how it is read. */
export interface PersonWait {
	property: INodeProperties & { default: number };
	/** When a wait that begins at `now` ends, in milliseconds since the epoch. @throws InputProblems */
	endOf(given: unknown, now: number): number;
}

/** @param hours at first. @param longest in hours */
export function personWait(hours: number, longest: number, description: string): PersonWait {
	const displayName = 'Maximum Wait (Hours)';
	// An expression can give a part of an hour.
	const rule: NumberRule = { parameter: displayName, min: 0.001, max: longest, fractions: true };
	return {
		property: {
			displayName,
			name: 'maximumWaitHours',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: longest, numberPrecision: 0 },
			default: hours,
			description,
		},
		endOf: (given, now) => now + readNumber(given, rule) * HOUR_MS,
	};
}
