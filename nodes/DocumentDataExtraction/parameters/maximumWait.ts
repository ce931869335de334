import { number, type Param } from './param';

/** A week. For longer waits, a trigger is the better way. */
const LONGEST_MINUTES = 7 * 24 * 60;

/** How long to wait, in minutes: whole ones in the editor, and at least a thousandth of one by an expression. */
export const maximumWait = (minutes: number, description: string): Param<number> =>
	number({
		displayName: 'Maximum Wait (Minutes)',
		name: 'maximumWait',
		min: 0.001,
		max: LONGEST_MINUTES,
		fractions: true,
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: minutes,
		description,
	});
