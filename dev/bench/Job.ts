/** A file on disk to upload. */
export interface JobFile {
	path: string;
	fileName: string;
}

/** Files to become rows, from the upload to the last row, or the rows of an extraction that there is to be fetched. */
export type Task =
	| { files: JobFile[]; output?: 'documents' | 'rows'; preventDuplicatesBy?: 'execution' | 'files' | 'own' }
	| { extractionId: string; output?: 'invoices' | 'rows' };

/** What a client has to do, and with which account. */
export interface Job {
	baseUrl: string;
	apiKey: string;
	task: Task;
	/** `off`: the client paces nothing either. */
	limits: 'on' | 'off';
}

export interface Timing {
	ms: number;
	/** How many rows came out, to see that the work was done. */
	rows: number;
	/** Growth of the process's memory over what it was before the first run. Only the engine's process tells. */
	peakMiB: number | null;
}

/** The two questions a client's process answers. */
export interface ClientProcess {
	/** Everything that is not to be timed: loading, storing the files. */
	prepare(job: Job): Promise<void>;
	/** @param fromRest collects first what the run before has left: it is not this run's, and it decides when V8 collects */
	run(fromRest?: boolean): Promise<Timing>;
}
