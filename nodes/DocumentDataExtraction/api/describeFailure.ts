import { ERROR_TEXTS } from './errorCodes';
import type { ServiceFailure } from './ServiceError';

export interface FailureText {
	message: string;
	nextStep: string;
}

const UNKNOWN_CODE_STEP =
	'This error is new to this node. Read the message of the service, and update the node if a newer version exists.';

function concerned(details: ServiceFailure['details']): string {
	const names = details?.file_names ?? details?.file_name;
	if (Array.isArray(names)) return names.join(', ');
	return typeof names === 'string' ? names : '';
}

function creditFigures(details: ServiceFailure['details']): string {
	const { credits_balance: balance, credits_reserved: reserved } = details ?? {};
	if (typeof balance !== 'number' || typeof reserved !== 'number') return '';
	const needed = details?.credits_required ?? details?.file_count;
	return `${balance - reserved} available${typeof needed === 'number' ? `, ${needed} needed` : ''}`;
}

/** Which check of the parts failed (`INVALID_COMPLETION_PARTS`: "`details.reason` names the check"), with the parts where they are named. */
function failedCheck(details: ServiceFailure['details']): string {
	const { reason, part_numbers: parts } = details ?? {};
	if (typeof reason !== 'string') return '';
	const named = Array.isArray(parts) && parts.length > 0 ? ` ${parts.slice(0, 10).join(', ')}` : '';
	return reason.replace(/_/g, ' ') + named;
}

/** A failure in the user's words: what happened, with the files and figures it is about, and the next step. */
export function describeFailure({ code, message, details, extractionId, note }: ServiceFailure): FailureText {
	const known = ERROR_TEXTS[code];
	const sentence = known?.message ?? (message || 'The service reported an error');
	const facts = [known ? message : '', concerned(details), creditFigures(details), failedCheck(details)]
		.map((fact) => fact.trim().replace(/\.$/, ''))
		.filter(
			(fact, index, all) =>
				fact && fact !== sentence && !all.slice(0, index).some((other) => other.includes(fact)),
		);
	const extraction = extractionId ? ` Extraction ID: ${extractionId}.` : '';
	return {
		message: facts.length > 0 ? `${sentence}: ${facts.join('; ')}` : sentence,
		nextStep: `${[known?.nextStep ?? UNKNOWN_CODE_STEP, note].filter(Boolean).join(' ')}${extraction} (${code})`,
	};
}
