import type { IExecuteFunctions } from 'n8n-workflow';
import { InputProblems } from '../shared/problems';

/** The characters of ISO 8601. A text with any other does not reach the expression below. */
const ISO_CHARACTERS = /^[0-9TtZzWw:.,+-]{4,40}$/;

/** No date is written with more characters, spaces included. */
const LONGEST_TIME = 100;

/** The ISO form of a date from the picker, an expression (luxon or JavaScript), a database or another service. */
function asIso(value: unknown): string {
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
	const text = String(value ?? '').trim();
	if (text.length > LONGEST_TIME) return '';
	return text.replace(/^(\d{4}-\d\d-\d\d) +(?=\d)/, '$1T').replace(/ +(?=[+-]\d)/, '');
}

/**
 * Reads a date in the form that the service accepts, with a timezone ("Conventions"). A date without one is in the timezone of the workflow.
 *
 * @throws InputProblems when it is no date
 */
export function readTimestamp(context: IExecuteFunctions, value: unknown, parameter: string): string {
	const iso = asIso(value);
	const zone = context.getTimezone();
	// n8n's luxon knows the offset of a timezone on that day.
	const read = ISO_CHARACTERS.test(iso)
		? context.evaluateExpression(
				`{{ DateTime.fromISO(${JSON.stringify(iso)}, { zone: ${JSON.stringify(zone)} }).toUTC().toISO() }}`,
				0,
			)
		: undefined;
	if (typeof read === 'string' && read !== '' && read !== 'null') return read;
	throw new InputProblems([
		{
			parameter,
			text: `"${String(value).slice(0, LONGEST_TIME)}" is not a date. Use an ISO date such as 2026-05-01T09:30`,
		},
	]);
}
