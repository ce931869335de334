import type { Situation } from '../../shared/problems';
import { cutOff, joinNames } from '../../shared/text';
import { ERROR_TEXTS } from './errorTexts';
import { errorText, type ErrorText } from './localTexts';
import { nextStepOf } from './nextSteps';
import type { ServiceFailure } from './ServiceError';
import { creditsAvailable } from './serviceWords';

/** The longest pause that is usual for the service and the rate gate. The message names a longer one. */
const USUAL_PAUSE_MS = 62_000;

const askedPause = (ms = 0): string =>
	ms > USUAL_PAUSE_MS ? `the service asks to wait ${Math.ceil(ms / 60_000)} minutes` : '';

const UNKNOWN_CODE = errorText(
	'The service reported an error',
	'This error is new to this node. Read the message of the service, and update the node if a newer version exists.',
	{ again: 'Then run again.' },
);

/** Details that the message gives without their name, or that stand in the next step. */
const SHOWN_APART = new Set([
	'file_names',
	'file_name',
	'credits_balance',
	'credits_reserved',
	'credits_required',
	'file_count',
	'held_back_by',
	'retry_after_seconds',
	'resumes_at',
]);

/** Longer values are cut off. */
const LONGEST_VALUE = 200;

/** The texts and numbers among some values; '' if there are none. */
const valuesIn = (values: unknown): string =>
	joinNames(
		[values]
			.flat()
			.filter((value) => typeof value === 'string' || typeof value === 'number')
			.map((value) => cutOff(String(value), LONGEST_VALUE)),
	);

/** What the details of an error say: the files, the credits, and anything else under the name that it has there. */
function factsIn(details: Record<string, unknown>): string[] {
	const { file_names: names, file_name: name } = details;
	const needed = details.credits_required ?? details.file_count;
	const left = creditsAvailable(details);
	const credits =
		left === null ? '' : `${typeof needed === 'number' ? `${needed} needed, ` : ''}${left} available`;
	const others = Object.entries(details)
		.filter(([field, value]) => !SHOWN_APART.has(field) && valuesIn(value) !== '')
		.map(([field, value]) => `${field.replaceAll('_', ' ')}: ${valuesIn(value)}`);
	return [valuesIn(names ?? name), credits, ...others];
}

const withoutFullStop = (text: string): string => text.trim().replace(/\.$/, '');

/** What happened, with the files and figures it is about, and nothing twice. */
function wholeMessage({ message, details, retryAfterMs }: ServiceFailure, known?: ErrorText): string {
	const words = withoutFullStop(message);
	const usual = known?.message ?? (message || UNKNOWN_CODE.message);
	const sentence = words.includes(usual) ? words : usual;
	const facts = [
		known ? words : '',
		...factsIn(details ?? {}).map(withoutFullStop),
		askedPause(retryAfterMs),
	].filter(
		(fact, index, all) =>
			fact && fact !== sentence && !all.slice(0, index).some((other) => other.includes(fact)),
	);
	return facts.length > 0 ? `${sentence}: ${facts.join('; ')}` : sentence;
}

/** Says in the user's words what happened, and what to do next. */
export function describeFailure(failure: ServiceFailure, how: Situation = {}) {
	const known = Object.hasOwn(ERROR_TEXTS, failure.code) ? ERROR_TEXTS[failure.code] : undefined;
	return {
		message: wholeMessage(failure, known),
		nextStep: nextStepOf(failure, known ?? UNKNOWN_CODE, how),
	};
}
