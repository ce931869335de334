import type { ApiClient } from '../../api/http/client';
import type { ServiceError, ServiceFailure } from '../../api/errors/ServiceError';
import type { ExtractionDetails, ExtractionStatus } from '../../api/schemas/extractions';
import type { FileFailures } from '../../files/upload/uploadFiles';
import type { InputFile, SessionFile } from '../../files/input/InputFile';
import type { Next, ThisExecution } from '../request/claim';
import { differencesFrom, type Terms } from '../request/compare';
import type { NamesOfRun } from '../rows/namesOfRun';
import type { Session } from './Session';

/** Files that become one extraction, and what is asked about them. */
export interface Batch<R = Terms> {
	/** The ID from which the IDs of its sessions and submissions are made. */
	id: string;
	/** If other executions have the ID too: whether the user chose it, or it is made of the files and what is asked. */
	idFrom?: 'own' | 'files';
	files: SessionFile[];
	request: R;
	/** Makes the batch of only some of the files, if the ID is made of the files. */
	ofOnly?: (files: InputFile[]) => Batch<R>;
}

/** The facts to add to an error when other executions share the batch's ID. */
export const sharedIdOf = ({ id, idFrom }: Batch): Partial<ServiceFailure> =>
	idFrom ? { idFrom, submissionId: id } : {};

/** How to run a batch: what the user wants, and what holds for all batches of the run. */
export interface RunChoice {
	/** How long to wait for the extraction once its files are uploaded. */
	waitMs: number;
	/** What to do if the service asks. */
	questions: 'none' | 'accept' | 'ask';
	/** Cancels the extraction at the service when the execution is stopped. */
	cancelWhenStopped: boolean;
	/** If a file fails by itself, leaves it out and goes on with the others. */
	goOnWithoutFailedFiles: boolean;
	/** The execution, by the clock of this machine; undefined if there is none. */
	execution?: ThisExecution;
	/** When to stop waiting in any case, by `steadyNow`. */
	latest: number;
	/** Outputs an extraction that is still processing by then. Otherwise that is a failure. */
	takesProcessing: boolean;
}

/** One extraction that a run made or found. It is completed, asks questions, or is still processing if that was asked for. */
export interface Extracted {
	batch: Batch;
	submissionId: string;
	status: ExtractionStatus;
	/** The files of the batch that it covers, in the order of the batch. */
	files: SessionFile[];
	/** What this run calls them, if an earlier run called them otherwise. */
	names: NamesOfRun;
	/** The name it has at the service. */
	taskName: string;
	/** Whether an earlier run has paid for it. */
	isEarlier: boolean;
	/** When it was submitted, if an earlier run may have done that, and the service says so. */
	createdAt?: string;
	/** How an earlier request under this ID differs, such as `prompt` or `options.output_language`. */
	differences: string[];
	/** Earlier extractions of the same files that were cancelled or have expired, in place of which this one was made. */
	insteadOf?: ExtractionDetails[];
}

/** The result of one batch: usually one extraction, more if an earlier run under the same ID left files out. */
export interface BatchOutcome {
	extractions: Extracted[];
	/** Files that failed, and why. Only with `goOnWithoutFailedFiles`. */
	failedFiles: FileFailures;
}

/** One batch on its way, with its results so far. */
export interface BatchRun {
	api: ApiClient;
	batch: Batch;
	choice: RunChoice;
	session: Session;
	outcome: BatchOutcome;
	/** When to stop waiting, by `steadyNow`. */
	deadline: number;
	/** What earlier runs left without rows, in place of which the next extraction is made. */
	insteadOf: ExtractionDetails[];
	/** Whether an extraction of only some of the files is one of another request: an earlier run had other files under the same ID. */
	whole?: boolean;
}

/** How an extraction ended for the files of its batch. */
export type End =
	/** It has rows, or questions. */
	| { kind: 'extracted'; extracted: Extracted }
	| (Next & { extractionId: string })
	/** It should have rows, and has none. */
	| { kind: 'failed'; error: ServiceError };

/** The files of the batch that an extraction of this run covers. */
export const coveredIn = ({ extractions }: BatchOutcome): Set<SessionFile> =>
	new Set(extractions.flatMap(({ files }) => files));

/** How an earlier request, possibly someone else's, differs from ours. Under a derived ID only values of expressions can differ. */
export const differencesOf = ({ idFrom, request }: Batch, earlier: ExtractionDetails): string[] =>
	idFrom
		? // The ID says that all that decides is the same. The names of extractions may differ with the order of the files.
			differencesFrom(request, earlier).filter((name) => idFrom === 'own' || name !== 'task_name')
		: [];
