import type { DocumentOutcome, ExtractedRow, GivenAnswer, PromptObject, Question } from '../documents/types';
import type { Submission } from '../http/submissionSchema';
import type { Account } from './Accounts';
import type { ExtractionOptions } from './options';
import type { ExtractionPlan } from './plan';
import type { StoredFile } from './Sessions';

export { DEFAULT_OPTIONS, type ExtractionOptions, type FillColor } from './options';

export type OutputStructure = 'automatic' | 'per_invoice' | 'per_line_item';
export type OutputFormat = 'xlsx' | 'csv' | 'json';
export type CancellationReason = 'user' | 'unanswered' | 'answers_rejected';
/** Rows by position; an array is one. */
export interface RowSource {
	readonly length: number;
	slice(from?: number, to?: number): ExtractedRow[];
}

/** What a completed extraction holds. */
export type Result = Omit<Extract<DocumentOutcome, { kind: 'completed' }>, 'kind' | 'rows'> & {
	rows: RowSource;
	outputs: OutputFormat[];
};

export interface Failure {
	code: string;
	message: string;
	retryable: boolean;
	details: Record<string, unknown> | null;
}

export interface Extraction {
	id: string;
	/** Order of creation, which settles equal timestamps. */
	sequence: number;
	account: Account;
	keyId: string;
	submissionId: string | null;
	taskName: string;
	status: string;
	createdAt: number;
	submissionMethod: 'api' | 'web_app';
	files: StoredFile[];
	fileNames: string[];
	filesUploadedAt: number;
	/** The structure asked for, then the one decided on. */
	outputStructure: OutputStructure | null;
	prompt: string | PromptObject;
	options: ExtractionOptions;
	plan: ExtractionPlan;
	/** Stretch of processing, in clock time. */
	stepStartedAt: number;
	stepDueAt: number;
	/** Called off when the status changes. */
	callOff: Array<() => void>;
	questionRound: number;
	asked: Map<string, Question>;
	openQuestions: Question[];
	answers: GivenAnswer[];
	refusedAnswers: number;
	answerBy: number;
	cancelRequestedAt?: number;
	cancellationReason?: CancellationReason;
	reserved: number;
	charges: Array<{ credits: number; at: string }>;
	result?: Result;
	error?: Failure;
	/** What was submitted. */
	request?: Submission;
	/** Whether it was refused before processing began: such a failure is not emailed. */
	refused?: boolean;
	/** Whether it was removed while a request was held for it. */
	removed?: boolean;
	/** How many pages of rows have been read. */
	rowsRead: number;
	/** What the details show as options, where that is less than what is in force. */
	shownOptions?: Partial<ExtractionOptions>;
	/** Left out of lists only, as when a listing lags behind. */
	hidden: boolean;
	/** Held status requests. */
	waiters: Set<() => void>;
	/** Output files written so far, by format. */
	outputFiles: Partial<Record<OutputFormat, Promise<string>>>;
	/** Names the extraction in download URLs. */
	objectId: string;
}

/** Credits charged so far. */
export const charged = (extraction: Extraction) =>
	extraction.charges.reduce((sum, charge) => sum + charge.credits, 0);
