import type { PaidBeside, Step, Situation } from '../../shared/problems';

/** Codes of failures that the service itself never reports, because they happen between it and this package. */
export const LOCAL_CODES = {
	connection: 'CONNECTION_FAILED',
	timeout: 'TIMEOUT',
	notTheApi: 'NOT_THE_API',
	unreadable: 'UNREADABLE_RESPONSE',
	unknown: 'UNKNOWN_ERROR',
	storageRefused: 'STORAGE_REFUSED',
	urlExpired: 'SIGNED_URL_EXPIRED',
	cancelled: 'EXECUTION_CANCELLED',
	extractionCancelled: 'EXTRACTION_CANCELLED',
	waitExceeded: 'WAIT_MAXIMUM_REACHED',
	extractionUnknown: 'EXTRACTION_UNKNOWN',
	fileLost: 'FILE_LOST',
	fileUnreadable: 'FILE_UNREADABLE',
	heldBack: 'REQUEST_HELD_BACK',
	pagesFailed: 'PAGES_FAILED',
	storeFailed: 'BINARY_STORE_FAILED',
	linkNeedsSignIn: 'LINK_NEEDS_SIGN_IN',
	linkForbidden: 'LINK_FORBIDDEN',
	linkNotFound: 'LINK_NOT_FOUND',
	linkGone: 'LINK_GONE',
	linkBlocked: 'LINK_BLOCKED',
	linkRedirect: 'LINK_REDIRECT',
	linkNotAFile: 'LINK_NOT_A_FILE',
	linkUnsupported: 'LINK_UNSUPPORTED',
	linkEmpty: 'LINK_EMPTY',
	linkTooLarge: 'LINK_TOO_LARGE',
	linkFailed: 'LINK_FAILED',
	columnUnknown: 'COLUMN_UNKNOWN',
	questionsOpen: 'QUESTIONS_OPEN',
} as const;

/** How far something had come when it failed. */
export type Stage =
	/** The service may have accepted the submission with the failure's Submission ID. */
	| 'maybe submitted'
	/** The extraction goes on by itself. */
	| 'processing'
	/** It may be an earlier run's, and ended long ago. */
	| 'unknown'
	| 'completed'
	/** It is completed, and its file was on its way. */
	| 'downloading'
	/** The extraction itself has failed. */
	| 'failed'
	/** The service may have got the answers. */
	| 'maybe answered';

/** An extraction that a failed run has completed nevertheless. */
export interface FinishedExtraction {
	extraction_id: string;
	/** The input items whose files it covers. */
	items: number[];
}

export interface ServiceFailure {
	/** A code of the contract, one of {@link LOCAL_CODES}, or a code that a later version of the service invents. */
	code: string;
	/** The service's own words. Never holds the API key or the query of a signed URL. */
	message: string;
	retryable: boolean;
	httpStatus?: number;
	/** The request never reached the service, so nothing was done. */
	notSent?: boolean;
	/** An earlier try of the same request may have been carried out. */
	mayHaveWorkedBefore?: boolean;
	details?: Record<string, unknown> | null;
	/** How long the service asks to wait before the next try, in milliseconds. */
	retryAfterMs?: number;
	/** The extraction that the failure is about, so that the user can find it again. */
	extractionId?: string;
	/** How far the extraction, or its answers, had come. */
	stage?: Stage;
	idFrom?: Situation['idFrom'];
	submissionId?: string;
	/** The Submission IDs of other requests of the run that the service may have accepted. */
	otherSubmissionIds?: string[];
	/** Other extractions of the run that were completed. They are charged. */
	finished?: FinishedExtraction[];
	/** What else of the run is charged, and would be charged again if everything ran again. */
	paidBeside?: PaidBeside;
	/** Its request is held back: nothing of it was sent, or charged. */
	isHeldBack?: boolean;
	/** What to do. It replaces the next step of the code. */
	nextStep?: Step;
	/** The input item that the failure is about, if it is about one. */
	itemIndex?: number;
}

/** What a call of the service throws. `nodeError.ts` turns it into an error of n8n. An unusable credential throws `InputProblems` instead. */
export class ServiceError extends Error {
	constructor(readonly failure: ServiceFailure) {
		super(failure.message);
		this.name = 'ServiceError';
	}

	get code(): string {
		return this.failure.code;
	}

	/** The same failure, of which more is known. */
	with(facts: Partial<ServiceFailure>): ServiceError {
		return new ServiceError({ ...this.failure, ...facts });
	}
}

/**
 * Whether a failed request may have been carried out: its response, or that of an earlier try, was lost or reports a failure halfway. A
 * refusal was not carried out, nor was what never reached the service. A 429 says nothing about earlier tries. A final refusal does: it
 * would differ had they worked.
 */
export function mayHaveBeenCarriedOut(failure: ServiceFailure): boolean {
	const { code, httpStatus, notSent, retryable, mayHaveWorkedBefore } = failure;
	if (mayHaveWorkedBefore && retryable) return true;
	if (notSent || code === 'SUBMISSIONS_PAUSED') return false;
	return httpStatus === undefined || httpStatus < 300 || httpStatus >= 500;
}

const KEY_CODES = new Set(['UNAUTHENTICATED', 'API_KEY_EXPIRED', 'API_KEY_REVOKED']);

/** Codes of a key with which no request can succeed. */
export const isKeyCode = (code: string): boolean => KEY_CODES.has(code);

/** Whether an error is about the account, not one extraction: the account may not see any extraction, or no longer. */
export const isAboutAccess = (error: unknown): boolean =>
	isServiceError(error) && (isKeyCode(error.code) || error.code === 'FORBIDDEN');

/** A failure that does not pass by itself, unless `more` says so. */
export const serviceError = (code: string, message = '', more: Partial<ServiceFailure> = {}): ServiceError =>
	new ServiceError({ code, message, retryable: false, ...more });

/** The response is well-formed but lacks something that the contract promises. */
export const missingField = (what: string): ServiceError =>
	serviceError(LOCAL_CODES.unreadable, `The response lacks ${what}`);

/** What work throws that a cancel signal stopped. */
export const cancelledError = (): ServiceError => serviceError(LOCAL_CODES.cancelled);

/** Whether the code and the other facts of a failure are known. Any other error travels on unchanged. */
export const isServiceError = (error: unknown): error is ServiceError => error instanceof ServiceError;

/** Adds to a failure what else is known of it. */
export const withFacts = (error: unknown, facts: Partial<ServiceFailure>): unknown =>
	isServiceError(error) ? error.with(facts) : error;

/** Whether an error is a failure of the service with this code. */
export const hasCode = (error: unknown, code: string): error is ServiceError =>
	isServiceError(error) && error.code === code;

/** Whether a cancel signal cut a request off. */
export const isCutOff = (error: unknown): error is ServiceError => hasCode(error, LOCAL_CODES.cancelled);

/** Reads the message of anything that was thrown. `instanceof Error` does not help: an error of Node may come from another realm. */
export function messageOf(error: unknown): string {
	const { message } = (error ?? {}) as { message?: unknown };
	return typeof message === 'string' ? message : '';
}
