import { invalid, valid, valueOf, type Checked } from '../shared/problems';

export interface NumberRule {
	/** The display name of the parameter. */
	parameter: string;
	min: number;
	max?: number;
	/** Whether fractions are good too. */
	fractions?: boolean;
}

/** A number that a parameter holds, also as the text that an expression or a tool call gives. */
export function checkNumber(
	value: unknown,
	{ parameter, min, max = Infinity, fractions = false }: NumberRule,
): Checked<number> {
	const isText = typeof value === 'string' && value.trim() !== '';
	const number = typeof value === 'number' || isText ? Number(value) : NaN;
	const isGood = fractions ? Number.isFinite(number) : Number.isSafeInteger(number);
	if (isGood && number >= min && number <= max) return valid(number);
	const kind = fractions ? 'a number' : 'a whole number';
	const range = max === Infinity ? `of at least ${min}` : `from ${min} to ${max}`;
	return invalid({ parameter, text: `"${String(value).slice(0, 100)}" is not ${kind} ${range}` });
}

/** Like `checkNumber`. @throws InputProblems when it is none, or out of range */
export const readNumber = (value: unknown, rule: NumberRule): number => valueOf(checkNumber(value, rule));
