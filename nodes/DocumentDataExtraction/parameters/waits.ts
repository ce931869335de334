import type { IDataObject, INodeProperties, IWebhookFunctions } from 'n8n-workflow';
import { valueOf } from '../shared/problems';
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

/** How long to wait for the service, in milliseconds. The user sees minutes, of which an expression may give a part. */
export const maximumWait = (minutes: number, description: string): Param<number> =>
	number({
		displayName: 'Maximum Wait (Minutes)',
		name: 'maximumWait',
		min: 0.001,
		max: LONGEST_MINUTES,
		fractions: true,
		unit: MINUTE_MS,
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: minutes,
		description,
	});

/** How long to wait for a person, in milliseconds. The user sees hours, of which an expression may give a part. */
export const personWait = (hours: number, longest: number, description: string): Param<number> =>
	number({
		displayName: 'Maximum Wait (Hours)',
		name: 'maximumWaitHours',
		min: 0.001,
		max: longest,
		fractions: true,
		unit: HOUR_MS,
		typeOptions: { minValue: 1, maxValue: longest, numberPrecision: 0 },
		default: hours,
		description,
	});

/** The options of a parked node, read at its page. @throws InputProblems */
export const parkedOptions = <O extends Params>(context: IWebhookFunctions, options: O): Values<O> =>
	valueOf(checkAdded(options, context.getNodeParameter('options', {}) as IDataObject));
