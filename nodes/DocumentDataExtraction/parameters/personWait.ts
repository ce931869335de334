import type { INodeProperties } from 'n8n-workflow';
import { valueOf } from '../shared/problems';
import { HOUR_MS } from '../shared/time';
import { number, type Param } from './param';

/** How to bring a person to the page of an execution that waits. */
export const linkNotice: INodeProperties = {
	displayName:
		'The page is at <code>{{ $execution.resumeUrl }}</code>. Send the whole link with a node before this one, such as Gmail or Slack. Anyone with the link can decide.',
	name: 'linkNotice',
	type: 'notice',
	default: '',
};

/**
 * How long to wait for a person, in hours: whole ones in the editor, and a part of one by an expression.
 *
 * @param hours at first
 */
export const personWait = (hours: number, longest: number, description: string): Param<number> =>
	number({
		displayName: 'Maximum Wait (Hours)',
		name: 'maximumWaitHours',
		min: 0.001,
		max: longest,
		fractions: true,
		typeOptions: { minValue: 1, maxValue: longest, numberPrecision: 0 },
		default: hours,
		description,
	});

/** When a wait that begins at `now` ends, in milliseconds since the epoch. @throws InputProblems */
export const latestEnd = ({ check }: Param<number>, given: unknown, now: number): number =>
	now + valueOf(check(given)) * HOUR_MS;
