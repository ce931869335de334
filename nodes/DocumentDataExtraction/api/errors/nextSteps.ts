import { stepText, type PaidBeside, type Situation, type Step } from '../../shared/problems';
import { joinNames } from '../../shared/text';
import type { ErrorText } from './localTexts';
import { LOCAL_CODES, type ServiceFailure, type Stage } from './ServiceError';

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

/** How to go on without paying again for what was sent beside a file that was not. */
export const BESIDE_PAID: Record<PaidBeside, string> = {
	request:
		'The other files of its request are sent and charged without it. Send the corrected file alone: together with them it is a new request, which charges them again.',
	run: 'Other files of this run are sent and charged. Run again with the failed files alone: the others would be charged again.',
	finished: 'Run again without the files of these extractions: they would be charged again.',
};

/** Of a request that is held back: nothing of it is sent, so that nothing of it can be charged twice. */
export const BOTH_WAYS =
	'Nothing of this request was sent or charged. Run again as it is, or without the files that cannot be sent. Either charges each file once; one after the other charges twice.';

/** A failure with what the sentences depend on. */
interface Failed {
	failure: ServiceFailure;
	/** The words of its code. */
	text: ErrorText;
	/** What to do about its extraction, at no cost. */
	way?: string;
	/** Whether another run with the same ID goes on where this one stopped. */
	goesOn: boolean;
	/** Whether it skips the failed extraction. */
	skips: boolean;
	/** Files or a Submission ID, which make that run the same. */
	same: string;
	/** What of the run would be charged again with it. */
	beside?: PaidBeside;
	/** Whether nothing of its request was sent. */
	isHeldBack: boolean;
	say(step: Step): string;
}

/** What of a run would be charged again with a failed file. A run under the same ID finds what other requests have given. */
function paidWith(
	{ idFrom, finished = [], paidBeside }: ServiceFailure,
	{ changesAll, asksNoRun }: ErrorText,
	isFound: boolean,
): PaidBeside | undefined {
	if (paidBeside === 'request') return idFrom === 'own' && isFound ? undefined : paidBeside;
	if (idFrom === 'own' || (idFrom === 'files' && !changesAll)) return undefined;
	if (finished.length === 0) return paidBeside;
	return asksNoRun ? undefined : 'finished';
}

const isOfHeldBack = ({ code, isHeldBack }: ServiceFailure, how: Situation): boolean =>
	Boolean(isHeldBack ?? how.isHeldBack) || code === LOCAL_CODES.heldBack;

/** What one has to know to choose the sentences. */
function failedOf(failure: ServiceFailure, known: ErrorText, how: Situation): Failed {
	const { idFrom, stage } = failure;
	const paidBeside = failure.paidBeside ?? how.paidBeside;
	const text =
		failure.nextStep === undefined ? known : { ...known, first: failure.nextStep, again: '', last: '' };
	const way = stage && !known.saysAll ? WAYS[stage] : undefined;
	const isHeldBack = !way && isOfHeldBack(failure, how);
	const isFound = idFrom !== undefined && !known.endsSame && !isHeldBack;
	const isSame = isFound && !(known.changesAll && idFrom === 'files');
	const beside = way ? undefined : paidWith({ ...failure, paidBeside }, known, isFound);
	return {
		failure,
		text,
		way,
		goesOn: isSame && stage !== 'failed',
		skips: isSame && stage === 'failed',
		same: idFrom === 'files' ? 'files' : 'Submission ID and files',
		beside,
		isHeldBack,
		say: (step) => stepText(step, { ...how, idFrom, paidBeside: beside }),
	};
}

/** The other extractions of the run that are charged. */
function finishedText({ failure: { finished = [], idFrom }, text }: Failed): string | undefined {
	if (finished.length === 0) return undefined;
	const ids = joinNames(finished.map(({ extraction_id }) => extraction_id));
	const free =
		idFrom === 'own' || (idFrom === 'files' && !text.changesAll)
			? 'The next run outputs their rows at no cost.'
			: 'Get Rows with these IDs collects their rows at no cost.';
	return `Other extractions of this run are charged (${finished.length}): ${ids}. ${free} For the rest:`;
}

/** How to find what the service may have accepted. Under an ID that comes again, the next run finds it. */
function maybeSubmittedText({
	failure: { idFrom, stage, submissionId, otherSubmissionIds = [] },
}: Failed): string | false {
	const own = stage === 'maybe submitted' && submissionId ? [submissionId] : [];
	const ids = [...new Set([...own, ...otherSubmissionIds])];
	if (idFrom || ids.length === 0) return false;
	return `The service may have accepted the submission anyway. Use Get Many to look for an extraction with the Submission ID ${joinNames(ids)}. Get Rows collects its rows at no cost. If there is none:`;
}

/**
 * What to do after a failure, in this order, by what has happened: first what is charged or may be, then the step of its code, then how
 * to run again. The free way stands before one that costs. The user is told to run again only where that costs nothing more.
 */
const STEPS: Array<(failed: Failed) => string | false | undefined> = [
	finishedText,
	({ way }) => way,
	maybeSubmittedText,
	({ say, text }) => say(text.first),
	({ failure: { details } }) =>
		typeof details?.resumes_at === 'string' && `It expects to resume at ${details.resumes_at.slice(0, 40)}.`,
	({ goesOn, same, failure: { code } }) =>
		goesOn &&
		`Run again with the same ${same} to continue where this run stopped. Nothing is charged twice${code === LOCAL_CODES.extractionUnknown ? ', unless somebody deleted the extraction' : ''}.`,
	({ way, goesOn, beside, isHeldBack, say, text }) =>
		!way && !goesOn && (!beside || text.saysAll) && !isHeldBack && say(text.again),
	({ say, text }) => say(text.last),
	({ skips, same }) => skips && `A run with the same ${same} skips the failed extraction.`,
	({ beside, isHeldBack }) => (beside ? BESIDE_PAID[beside] : isHeldBack && BOTH_WAYS),
	({ failure: { extractionId } }) => extractionId && `Extraction ID: ${extractionId}.`,
];

/** The next step of a failure, with its code at the end. @param text the words of its code */
export function nextStepOf(failure: ServiceFailure, text: ErrorText, how: Situation): string {
	const failed = failedOf(failure, text, how);
	const sentences = STEPS.map((step) => step(failed)).filter(Boolean);
	return `${sentences.join(' ')} (${failure.code})`;
}
