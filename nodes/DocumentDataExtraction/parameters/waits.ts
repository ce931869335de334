import type { IDataObject, INodeProperties, IWebhookFunctions } from 'n8n-workflow';
import { valid, valueOf } from '../shared/problems';
import { HOUR_MS, MINUTE_MS } from '../shared/time';
import { checkAdded, number, type Param, type Params, type Values } from './param';

/** How to bring a person to the page of an execution that waits. */
export const linkNotice: INodeProperties = {
	displayName:
		'The page is at <code>{{ $execution.resumeUrl }}</code>. Send the whole link with a node before this one, such as Gmail or Slack. Anyone with the link can decide.',
	name: 'linkNotice',
	type: 'notice',
	default: '',
};

/** A week. For longer waits, a trigger is the better way. */
const LONGEST_MINUTES = 7 * 24 * 60;

/** How long to wait, in milliseconds. The user sees a unit of time: whole ones in the editor, and a part of one by an expression. */
function wait(unitMs: number, look: Omit<Parameters<typeof number>[0], 'min'>): Param<number> {
	const shown = number({ ...look, min: 0.001, fractions: true });
	return {
		...shown,
		check(given) {
			const read = shown.check(given);
			return read.ok ? valid(read.value * unitMs) : read;
		},
	};
}

/** How long to wait for the service. @param minutes at first */
export const maximumWait = (minutes: number, description: string): Param<number> =>
	wait(MINUTE_MS, {
		displayName: 'Maximum Wait (Minutes)',
		name: 'maximumWait',
		max: LONGEST_MINUTES,
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: minutes,
		description,
	});

/** How long to wait for a person. @param hours at first */
export const personWait = (hours: number, longest: number, description: string): Param<number> =>
	wait(HOUR_MS, {
		displayName: 'Maximum Wait (Hours)',
		name: 'maximumWaitHours',
		max: longest,
		typeOptions: { minValue: 1, maxValue: longest, numberPrecision: 0 },
		default: hours,
		description,
	});

/** What a parked node's options are, read at its page. @throws InputProblems */
export const parkedOptions = <O extends Params>(context: IWebhookFunctions, options: O): Values<O> =>
	valueOf(checkAdded(options, context.getNodeParameter('options', {}) as IDataObject));
