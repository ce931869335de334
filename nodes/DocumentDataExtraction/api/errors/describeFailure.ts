import { stepText, type Step, type Situation } from '../../shared/problems';
import { cutOff, joinNames } from '../../shared/text';
import { ERROR_TEXTS } from './errorTexts';
import { errorText, type ErrorText } from './localTexts';
import { LOCAL_CODES, type ServiceFailure, type Stage } from './ServiceError';

/** The longest pause that is usual for the service and the rate gate. The message names a longer one. */
const USUAL_PAUSE_MS = 62_000;

const askedPause = (ms = 0): string =>
	ms > USUAL_PAUSE_MS ? `the service asks to wait ${Math.ceil(ms / 60_000)} minutes` : '';

const UNKNOWN_CODE = errorText(
	'The service reported an error',
	'This error is new to this node. Read the message of the service, and update the node if a newer version exists.',
);

/** Details that the message gives without their name, or that stand in the next step. */
const SHOWN_APART = new Set([
	'file_names',
	'file_name',
	'credits_balance',
	'credits_reserved',
	'credits_required',
	'file_count',
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
	const {
		file_names: names,
		file_name: name,
		credits_balance: balance,
		credits_reserved: reserved,
	} = details;
	const needed = details.credits_required ?? details.file_count;
	const credits =
		typeof balance === 'number' && typeof reserved === 'number'
			? `${typeof needed === 'number' ? `${needed} needed, ` : ''}${balance - reserved} available`
			: '';
	const others = Object.entries(details)
		.filter(([field, value]) => !SHOWN_APART.has(field) && valuesIn(value) !== '')
		.map(([field, value]) => `${field.replaceAll('_', ' ')}: ${valuesIn(value)}`);
	return [valuesIn(names ?? name), credits, ...others];
}

const withoutEnd = (text: string): string => text.trim().replace(/\.$/, '');

/** What happened, with the files and figures it is about, and nothing twice. */
function messageOf({ message, details, retryAfterMs }: ServiceFailure, known?: ErrorText): string {
	const words = withoutEnd(message);
	const usual = known?.message ?? (message || UNKNOWN_CODE.message);
	const sentence = words.includes(usual) ? words : usual;
	const facts = [
		known ? words : '',
		...factsIn(details ?? {}).map(withoutEnd),
		askedPause(retryAfterMs),
	].filter(
		(fact, index, all) =>
			fact && fact !== sentence && !all.slice(0, index).some((other) => other.includes(fact)),
	);
	return facts.length > 0 ? `${sentence}: ${facts.join('; ')}` : sentence;
}

const CHARGED = 'The extraction is completed and charged.';

/** What to do about an extraction, whatever has failed. To run again could be charged again. */
const WAYS: Partial<Record<Stage, string>> = {
	completed: `${CHARGED} Get Rows with its ID collects the rows at no cost.`,
	downloading: `${CHARGED} Download Output with its ID downloads the file again at no cost.`,
	processing:
		'The extraction continues on the service. Wait and Get Rows with its ID collect the rows at no cost.',
	unknown:
		'Get Status with its ID shows the status of the extraction. Once it is completed, Get Rows collects the rows at no cost.',
	'maybe answered':
		'It is not known whether the answer arrived, and a refused answer counts each time. Get Questions shows after a minute which questions are still open. Answer only these again, and in another way where an earlier answer was refused.',
};

/**
 * What to do after a failure: first what is charged or may be, then the step of the code. Each sentence comes from facts, so none comes
 * twice. The user is told to run again only if that costs nothing more.
 */
function nextStepOf(failure: ServiceFailure, text: ErrorText, how: Situation): string {
	const { code, details, extractionId, finished = [], idFrom, othersStay, stage, submissionId } = failure;
	const say = (step: Step): string => stepText(step, { ...how, idFrom });
	const { first, again, last } = failure.nextStep === undefined ? text : errorText('', failure.nextStep);
	const way = stage && !text.saysAll ? WAYS[stage] : undefined;
	const isFound = idFrom !== undefined && !text.endsSame;
	const goesOn = isFound && stage !== 'failed';
	const isAlone = othersStay === true && !isFound && !way;
	const same = idFrom === 'files' ? 'files' : 'Submission ID and files';
	const isGone = code === LOCAL_CODES.extractionUnknown;
	const sentences = [
		finished.length > 0 &&
			`Other extractions of this run are charged: ${joinNames(finished.map(({ extraction_id }) => extraction_id))}. Get Rows with these IDs collects their rows at no cost. For the rest:`,
		way,
		stage === 'maybe submitted' &&
			!idFrom &&
			`The service may have accepted the submission anyway. Use Get Many to look for an extraction with the Submission ID ${submissionId}. Get Rows collects its rows at no cost. If there is none:`,
		say(first),
		typeof details?.resumes_at === 'string' && `It expects to resume at ${details.resumes_at.slice(0, 40)}.`,
		goesOn &&
			`Run again with the same ${same} to continue where this run stopped. Nothing is charged twice${isGone ? ', unless somebody deleted the extraction' : ''}.`,
		!way && !goesOn && !isAlone && !how.isAlone && say(again),
		say(last),
		isFound && !goesOn && `A run with the same ${same} skips the failed extraction.`,
		isAlone && 'Send only this file. The other files of this run were extracted and are charged.',
		extractionId && `Extraction ID: ${extractionId}.`,
	];
	return `${sentences.filter(Boolean).join(' ')} (${code})`;
}

/** Says in the user's words what happened, and what to do next. */
export function describeFailure(
	failure: ServiceFailure,
	how: Situation = {},
): { message: string; nextStep: string } {
	const known = Object.hasOwn(ERROR_TEXTS, failure.code) ? ERROR_TEXTS[failure.code] : undefined;
	return {
		message: messageOf(failure, known),
		nextStep: nextStepOf(failure, known ?? UNKNOWN_CODE, how),
	};
}
