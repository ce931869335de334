import { MINUTE_MS } from '../shared/time';
import { number, type Param } from './param';

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
