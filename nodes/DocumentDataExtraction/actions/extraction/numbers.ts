import { InputProblems } from '../../problems';

export interface NumberRule {
	/** The display name of the parameter. */
	parameter: string;
	min: number;
	max?: number;
	/** Takes fractions too. */
	fractions?: boolean;
}

/**
 * A number that a parameter holds, also as the text that an expression or a tool call gives.
 *
 * @throws InputProblems when it is none, or out of range
 */
export function readNumber(
	value: unknown,
	{ parameter, min, max = Infinity, fractions = false }: NumberRule,
): number {
	const isText = typeof value === 'string' && value.trim() !== '';
	const number = typeof value === 'number' || isText ? Number(value) : NaN;
	const isGood = fractions ? Number.isFinite(number) : Number.isSafeInteger(number);
	if (isGood && number >= min && number <= max) return number;
	const kind = fractions ? 'a number' : 'a whole number';
	const range = max === Infinity ? `from ${min}` : `from ${min} to ${max}`;
	throw new InputProblems([{ parameter, text: `"${String(value)}" is not ${kind} ${range}` }]);
}
