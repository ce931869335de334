import { Account } from '../../nodes/DocumentDataExtraction/extraction/account/Account';
import type { Extracted } from '../../nodes/DocumentDataExtraction/extraction/run/batch';
import type { RowsPage } from '../../nodes/DocumentDataExtraction/extraction/rows/pages';
import { SourceIndex } from '../../nodes/DocumentDataExtraction/extraction/rows/SourceIndex';
import type { SessionFile } from '../../nodes/DocumentDataExtraction/files/input/InputFile';
import { aFile } from './aFile';

export const ID = '11111111-2222-4333-8444-555555555555';

/** A file of a session, by the name that was sent. */
export const sent = (sessionName: string, itemIndex = 0, bytes = 10): SessionFile => ({
	...aFile({ itemIndex, bytes, fileName: sessionName }),
	fileId: `id-of-${sessionName}`,
	sessionName,
});

/** A completed extraction of some files. */
export function extracted(
	files: SessionFile[],
	status: Partial<Extracted['status']> = {},
	request: Partial<Extracted['batch']['request']> = {},
): Extracted {
	return {
		batch: {
			id: 'mail-1',
			idFrom: 'own',
			files,
			request: { task_name: 'Asked for', prompt: 'Total', output_structure: 'automatic', ...request },
		},
		submissionId: 'mail-1',
		status: { extraction_id: ID, status: 'completed', ...status },
		files,
		taskName: 'Invoices',
		isEarlier: false,
		differences: [],
		names: new Map(),
	};
}

/** A page of rows of these sources, which is the last one. */
export const pageOfSources = (sources: unknown[], page: object = {}): RowsPage => ({
	firstRowNumber: 1,
	rows: sources.map((source) => ({ 'Source File': source })),
	reviewItems: [],
	isLast: true,
	page: { rows: [], columns: [], total_rows: sources.length, ...page } as unknown as RowsPage['page'],
});

/** What is known of an extraction by its status, and by rows of these sources if they have been read. */
export function accountOf({ files, status }: Extracted, sources?: unknown[]): Account<SessionFile> {
	const account = new Account(new SourceIndex(files));
	account.addStatus(status);
	if (sources) account.addPage(pageOfSources(sources));
	return account;
}

/** A page result that names pages as `[file, page]`. */
export const pageResult = (
	successful: Array<[string, number]>,
	failed: Array<[string, number]>,
	more: object = {},
) => ({
	successful_count: successful.length,
	failed_count: failed.length,
	successful: successful.map(([file_name, page]) => ({ file_name, page })),
	failed: failed.map(([file_name, page]) => ({ file_name, page })),
	failure_reasons: [],
	...more,
});
