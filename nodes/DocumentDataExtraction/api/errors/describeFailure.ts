import type { ErrorText } from './ErrorText';
import { ERROR_TEXTS, OUT_OF_TURN } from './errorTexts';
import { factsIn } from './failureFacts';
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

/** Says in the user's words what happened, with the files and figures it is about, and what to do next. */
export function describeFailure(failure: ServiceFailure): FailureText {
	const { code, message, details, extractionId, firstStep, note, retryAfterMs } = failure;
	const known = textOf(failure);
	const sentence = known?.message ?? (message || 'The service reported an error');
	const step = failure.nextStep ?? known?.nextStep ?? UNKNOWN_CODE_STEP;
	const facts = [known ? message : '', ...factsIn(details ?? {}), askedPause(retryAfterMs)]
		.map((fact) => fact.trim().replace(/\.$/, ''))
		.filter(
			(fact, index, all) =>
				fact && fact !== sentence && !all.slice(0, index).some((other) => other.includes(fact)),
		);
	const extraction = extractionId ? ` Extraction ID: ${extractionId}.` : '';
	return {
		message: facts.length > 0 ? `${sentence}: ${facts.join('; ')}` : sentence,
		nextStep: `${[firstStep, step, note].filter(Boolean).join(' ')}${extraction} (${code})`,
	};
}
