import type { SessionFile } from '../../files/input/InputFile';
import type { Batch, BatchOutcome } from './batch';

/** Puts batches together whose IDs are the same: they ask the same about the same files, so one extraction serves them all. */
export function twins<T extends { batch: Batch }>(jobs: T[]): T[][] {
	const byId = new Map<string, T[]>();
	for (const job of jobs) byId.set(job.batch.id, [...(byId.get(job.batch.id) ?? []), job]);
	return [...byId.values()];
}

/** Applies the outcome of a batch to its twin: to the twin's own files of the same names. */
export function outcomeOfTwin({ extractions, failedFiles }: BatchOutcome, batch: Batch): BatchOutcome {
	const byName = new Map(batch.files.map((file) => [file.sessionName, file]));
	const own = ({ sessionName }: SessionFile): SessionFile[] => {
		const file = byName.get(sessionName);
		return file ? [file] : [];
	};
	return {
		extractions: extractions.map((extracted) => ({
			...extracted,
			batch,
			files: extracted.files.flatMap(own),
		})),
		failedFiles: new Map(
			[...failedFiles].flatMap(([file, error]) =>
				own(file).map((one) => [one, error.with({ itemIndex: one.itemIndex })]),
			),
		),
	};
}
