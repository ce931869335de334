import type { ExtractionDetails, ExtractionStatus } from '../../api/schemas/extractions';
import { type ServiceError, serviceError } from '../../api/errors/ServiceError';
import { joinNames } from '../../shared/text';
import { outcomeError } from '../outcome';
import { coveredFiles, differencesFrom, fileCountOf, type Asked, type Named } from './compare';
import { timeOf } from '../../shared/time';

/** An extraction older than this by the service's clock, when it is submitted, was there before: its servers agree on the time. */
const OLDER_MS = 3000;

/** A younger one was there before only if they do. */
const YOUNG_MS = 60_000;

/** How many extractions of earlier runs under one ID a run passes over. */
const PASSED_OVER = 200;

/** How many young ones it passes over. If a clock is wrong, a failure of this run could look like one. */
const YOUNG_PASSED_OVER = 3;

const isOlderThan = (created_at: unknown, sentAt: number, ms: number): boolean =>
	typeof created_at === 'string' && timeOf(created_at) < sentAt - ms;

/** Whether an extraction was there before this run submitted, or its execution began, by the service's clock. */
export const wasThereBefore = ({ created_at }: ExtractionDetails, time: number): boolean =>
	isOlderThan(created_at, time, OLDER_MS);

/** Questions have to be answered within 40 hours of the upload. Files older than this leave too little of that time. */
const ANSWERABLE_MS = 24 * 3_600_000;

/** Whether the files of an extraction were uploaded too long ago for another one that may ask questions. */
export const isTooOldToAsk = ({ options }: Asked, { created_at }: ExtractionDetails, now: number): boolean =>
	options?.ask_questions === true && isOlderThan(created_at, now, ANSWERABLE_MS);

/** What a run submitted, and what of it is done. */
export interface Wanted<F extends Named> {
	request: Asked;
	/** All files of the request. */
	files: F[];
	/** Those of them that the submission names. */
	named: F[];
	/** Those of them that an extraction of this run already covers. */
	covered?: ReadonlySet<F>;
	/** Whether an extraction of only some of the files is one of another request. */
	whole?: boolean;
	/** When it was sent, by the service's clock, in milliseconds since the epoch. */
	sentAt: number;
	/** Whether the service refused the same submission before, and may have kept that as a failure under the ID. */
	wasRefused?: boolean;
	/** The execution, if what earlier ones left without rows is to be extracted again. By the service's clock too. */
	execution?: ThisExecution;
}

/** What tells extractions of earlier executions from those of this one. */
export interface ThisExecution {
	/** When the node was first tried in it, in milliseconds since the epoch. */
	startedAt: number;
	/** The earlier extractions that it has waited for. What somebody cancels then is cancelled in this execution. */
	waitedFor: string[];
}

/** An earlier run left it, and it has nothing to give: the next ID of the series follows. */
export interface Next {
	kind: 'next';
	/** Why it has no rows, if it failed. Files that are to blame fail in the same way again. */
	error?: ServiceError;
	/** It asked for something else, so it cannot be this run's, whatever its age. */
	isOtherRequest: boolean;
	/** So young that it could be this run's after all, if the clocks of the service differ or it rewrites requests. */
	isYoung: boolean;
	/** The extraction, if it may have been charged in vain. */
	inVain?: ExtractionDetails;
}

/** What the extraction that holds the ID of a submission means for the run that submitted. */
export type Claim<F> =
	/** It is this run's, or an earlier run's of the same request. */
	| { kind: 'follow'; files: F[] }
	| Next
	/** It has other files: the node must not output its rows. */
	| { kind: 'refuse'; error: ServiceError };

const sessionFilesOf = (count: unknown): string => `${String(count)} file${count === 1 ? '' : 's'}`;

function usedForOtherFiles(details: ExtractionDetails, files: Named[]): ServiceError {
	const theirs = details.file_names ?? [];
	const ours = files.flatMap(({ sessionName }) => sessionName ?? []);
	const has = theirs.length > 0 ? joinNames(theirs) : sessionFilesOf(fileCountOf(details));
	return serviceError(
		'SUBMISSION_ID_ALREADY_USED',
		`the earlier extraction has ${has}, not ${ours.length > 0 ? joinNames(ours) : sessionFilesOf(files.length)}`,
		{ extractionId: details.extraction_id },
	);
}

/** Why a failed extraction is left behind by an earlier run; undefined if it is this run's. */
function leftBehind(
	{ request, sentAt, wasRefused }: Wanted<Named>,
	details: ExtractionDetails,
): Next | undefined {
	const isOtherRequest = differencesFrom(request, details).length > 0;
	const isTheirs = isOtherRequest || wasThereBefore(details, sentAt);
	const isRefusal = wasRefused === true && details.error?.code === 'INVALID_INPUT';
	if (!isTheirs && !isRefusal) return undefined;
	const isYoung = isTheirs && !isOlderThan(details.created_at, sentAt, YOUNG_MS);
	const error = outcomeError(details as ExtractionStatus);
	return { kind: 'next', error, isOtherRequest, isYoung };
}

/** Whether nobody can get the rows of an extraction any more, at a time of the service's clock. */
export const isOutputExpired = (
	{ status, output_expires_at }: { status: string; output_expires_at?: string | null },
	time: number,
): boolean => status === 'completed' && timeOf(output_expires_at ?? '') <= time;

/** What an earlier execution left cancelled or expired. Whoever cancels one of this execution must not be charged for another one. */
function leftInVain({ execution }: Wanted<Named>, details: ExtractionDetails): Next | undefined {
	if (!execution) return undefined;
	const { startedAt, waitedFor } = execution;
	const isCancelled =
		details.status === 'cancelled' &&
		wasThereBefore(details, startedAt) &&
		!waitedFor.includes(details.extraction_id);
	if (!isCancelled && !isOutputExpired(details, startedAt)) return undefined;
	const isYoung = !isOlderThan(details.created_at, startedAt, YOUNG_MS);
	const error = outcomeError(details as ExtractionStatus);
	return { kind: 'next', error, isOtherRequest: false, isYoung, inVain: details };
}

/**
 * Says what the extraction that holds the ID of a submission means for this run ("If that extraction failed, the same id returns the
 * failed task").
 *
 * @param details what the service says of the extraction now
 */
export function claimOf<F extends Named>(want: Wanted<F>, details: ExtractionDetails): Claim<F> {
	const left = details.status === 'failed' ? leftBehind(want, details) : leftInVain(want, details);
	if (left) return left;
	const files = coveredFiles(details, want.files, want.named);
	if (!files || (want.whole && files.length < want.files.length))
		return { kind: 'refuse', error: usedForOtherFiles(details, want.files) };
	return files.some((file) => !want.covered?.has(file))
		? { kind: 'follow', files }
		: { kind: 'next', isOtherRequest: false, isYoung: false };
}

/** Counts the extractions of earlier runs under an ID that a run passes over. */
export class PassedOver {
	private all = 0;
	private young = 0;

	/**
	 * @returns false if it is a young failure too many, so that it may be this run's
	 * @throws ServiceError if there are too many in all
	 */
	mayPass({ isYoung }: Next, extractionId: string): boolean {
		if (++this.all > PASSED_OVER)
			throw serviceError(
				'SUBMISSION_ID_ALREADY_USED',
				`earlier runs left more than ${PASSED_OVER} failed extractions under it`,
				{ extractionId },
			);
		return !isYoung || ++this.young <= YOUNG_PASSED_OVER;
	}
}
