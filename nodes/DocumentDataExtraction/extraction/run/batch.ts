import type { SubmissionRequest } from '../../api/extractions';
import type { ExtractionStatus } from '../../api/schemas/extractions';
import type { FileFailures, SessionFile } from '../../files/upload/uploadFiles';
import type { OutcomeSettings } from '../waitForOutcome';

/** Files that become one extraction. */
export interface Batch {
	/** The id that the session's and the submission's ids are made of. */
	id: string;
	/** Whether the user chose it. */
	hasOwnId: boolean;
	files: SessionFile[];
	request: Omit<SubmissionRequest, 'submission_id' | 'upload_session_id' | 'file_ids'>;
}

export interface ExtractSettings extends Omit<OutcomeSettings, 'deadline'> {
	/** How long to wait for the extraction once its files are uploaded, in milliseconds. */
	maximumWaitMs: number;
	/** Cancels the extraction at the service when the execution is stopped. */
	cancelWhenStopped: boolean;
	/** Leaves a file that fails by itself out, and goes on with the others. */
	goOnWithoutFailedFiles: boolean;
	/** Extracts again, at new cost, what an earlier run left cancelled or what has expired. */
	extractAgain: boolean;
}

/** One extraction that a run made or found. It is completed, or asks questions. */
export interface Extracted {
	batch: Batch;
	submissionId: string;
	status: ExtractionStatus;
	/** The files of the batch that it covers, in the order of the batch. */
	files: SessionFile[];
	/** The name it has at the service. */
	taskName: string;
	/** What an earlier request under this ID asked for otherwise, such as `prompt` or `options.output_language`, or cannot be compared. */
	differences: string[];
}

/** What came of one batch: usually one extraction, more where an earlier run under the same ID left files out. */
export interface BatchOutcome {
	extractions: Extracted[];
	/** Files of which nothing came, and why. Only with `goOnWithoutFailedFiles`. */
	failedFiles: FileFailures;
}
