import type { IDataObject, INodeProperties, IWebhookFunctions } from 'n8n-workflow';
import { valid, valueOf } from '../shared/problems';
import { HOUR_MS } from '../shared/time';
import { checkAdded, number, type Param, type Params, type Values } from './param';

/** How to bring a person to the page of an execution that waits. */
export const linkNotice: INodeProperties = {
	displayName:
		'The page is at <code>{{ $execution.resumeUrl }}</code>. Send the whole link with a node before this one, such as Gmail or Slack. Anyone with the link can decide.',
	name: 'linkNotice',
	type: 'notice',
	default: '',
};

/**
 * How long to wait for a person, in milliseconds. The user sees hours: whole ones in the editor, and a part of one by an expression.
 *
 * @param hours at first
 */
export function personWait(hours: number, longest: number, description: string): Param<number> {
	const shown = number({
		displayName: 'Maximum Wait (Hours)',
		name: 'maximumWaitHours',
		min: 0.001,
		max: longest,
		fractions: true,
		typeOptions: { minValue: 1, maxValue: longest, numberPrecision: 0 },
		default: hours,
		description,
	});
	return {
		...shown,
		check(given) {
			const read = shown.check(given);
			return read.ok ? valid(read.value * HOUR_MS) : read;
		},
	};
}

/** What a parked node's options are, read at its page. @throws InputProblems */
export const parkedOptions = <O extends Params>(context: IWebhookFunctions, options: O): Values<O> =>
	valueOf(checkAdded(options, context.getNodeParameter('options', {}) as IDataObject));
