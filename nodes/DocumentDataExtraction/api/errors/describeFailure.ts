import type { Telling } from '../../shared/problems';
import { listed } from '../../shared/text';
import { ERROR_TEXTS, OUT_OF_TURN } from './errorTexts';
import { errorText, type ErrorText } from './localTexts';
import { nextStepOf } from './nextStep';
import type { ServiceFailure } from './ServiceError';

export interface FailureText {
	message: string;
	nextStep: string;
}

/** The longest pause that is usual for the service and the rate gate. The message names a longer one. */
const USUAL_PAUSE_MS = 62_000;

const askedPause = (ms = 0): string =>
	ms > USUAL_PAUSE_MS ? `the service asks to wait ${Math.ceil(ms / 60_000)} minutes` : '';

const UNKNOWN_CODE_STEP =
	'This error is new to this node. Read the message of the service, and update the node if a newer version exists.';

function textOf({ code, notSent, retryAfterMs = 0 }: ServiceFailure): ErrorText | undefined {
	if (code === 'RATE_LIMITED' && notSent && retryAfterMs <= USUAL_PAUSE_MS) return OUT_OF_TURN;
	return Object.hasOwn(ERROR_TEXTS, code) ? ERROR_TEXTS[code] : undefined;
}

type FailureDetails = Record<string, unknown>;

const words = (values: unknown[]): string[] =>
	values.filter((value) => typeof value === 'string' || typeof value === 'number').map(String);

const listValues = (values: unknown): string => listed(words(Array.isArray(values) ? values : [values]));

const files = ({ file_names: names, file_name: name, file_id: id }: FailureDetails): string =>
	listValues(names ?? name ?? id);

function credits({
	credits_balance: balance,
	credits_reserved: reserved,
	...details
}: FailureDetails): string {
	if (typeof balance !== 'number' || typeof reserved !== 'number') return '';
	const needed = details.credits_required ?? details.file_count;
	return `${typeof needed === 'number' ? `${needed} needed, ` : ''}${balance - reserved} available`;
}

/** Says which check of the parts failed (`INVALID_COMPLETION_PARTS`: "`details.reason` names the check"), with the parts if the service names them. */
function check({ reason, part_numbers: parts }: FailureDetails): string {
	if (typeof reason !== 'string') return '';
	const named = Array.isArray(parts) ? listValues(parts) : '';
	return [reason.replace(/_/g, ' '), named].filter(Boolean).join(' ');
}

/** `OBJECT_SIZE_MISMATCH` */
function sizes({ declared_size_bytes: declared, actual_size_bytes: actual }: FailureDetails): string {
	if (typeof declared !== 'number' || typeof actual !== 'number') return '';
	return `${declared} bytes were registered, ${actual} bytes arrived`;
}

/** `EXTRACTION_NOT_CANCELLABLE` */
const describeStatus = ({ status: name }: FailureDetails): string =>
	typeof name === 'string' ? `its status is ${name.replace(/_/g, ' ')}` : '';

/** `SUBMISSION_ID_ALREADY_USED` */
function difference({ extraction_id: id, differing_fields: fields }: FailureDetails): string {
	const names = Array.isArray(fields) ? listValues(fields) : '';
	const earlier = typeof id === 'string' ? `it belongs to extraction ${id}` : '';
	return [earlier, names ? `which differs in ${names}` : ''].filter(Boolean).join(', ');
}

/** Says in a few words each what the details of an error contain; '' for each kind of fact that they lack. */
const factsIn = (details: FailureDetails): string[] =>
	[files, credits, check, sizes, describeStatus, difference].map((fact) => fact(details));

const withoutEnd = (text: string): string => text.trim().replace(/\.$/, '');

/** Says in the user's words what happened, with the files and figures it is about, and what to do next. */
export function describeFailure(failure: ServiceFailure, how: Telling = {}): FailureText {
	const { message, details, retryAfterMs } = failure;
	const known = textOf(failure);
	const said = withoutEnd(message);
	const repeats = known !== undefined && said.includes(known.message);
	const sentence = repeats ? said : (known?.message ?? (message || 'The service reported an error'));
	const facts = [
		known ? said : '',
		...factsIn(details ?? {}).map(withoutEnd),
		askedPause(retryAfterMs),
	].filter(
		(fact, index, all) =>
			fact && fact !== sentence && !all.slice(0, index).some((other) => other.includes(fact)),
	);
	return {
		message: facts.length > 0 ? `${sentence}: ${facts.join('; ')}` : sentence,
		nextStep: nextStepOf(failure, known ?? errorText(sentence, UNKNOWN_CODE_STEP), how),
	};
}
