import { isServiceError } from '../../../../api/errors/ServiceError';
import type { ApiClient } from '../../../../api/http/client';
import type { ExtractionAccount } from '../../../../extraction/ledger/ledger';
import { RowTally } from '../../../../extraction/ledger/RowTally';
import { rowPages } from '../../../../extraction/rows/pages';
import { SOURCE_COLUMN, SourceIndex } from '../../../../extraction/rows/SourceIndex';
import type { Extracted } from '../../../../extraction/run/batch';
import { attempt } from '../../../../shared/attempt';

/** Codes that say that an extraction has no rows to read, now or any more. */
const NO_ROWS_TO_READ = new Set(['OUTPUT_NOT_AVAILABLE', 'OUTPUT_EXPIRED']);

/** Counts the rows of an extraction that outputs none. Undefined if there are no rows to read. */
export async function tallied(
	api: ApiClient,
	{ batch, files, status }: Extracted,
): Promise<ExtractionAccount['tally']> {
	// Their number is enough if the rows need not be told apart, or cannot.
	const isNumberEnough =
		files.length === 1 || batch.request.options?.exclude_columns?.includes('source_file') === true;
	const range = isNumberEnough ? { limit: 1 } : {};
	const tally = new RowTally(new SourceIndex(files), files);
	const counted = await attempt(async () => {
		for await (const { rows, page } of rowPages(api, status.extraction_id, range)) {
			for (const row of rows) tally.add(row[SOURCE_COLUMN]);
			if (isNumberEnough) tally.addUnseen(Math.max(0, (page.total_rows ?? rows.length) - rows.length));
		}
	});
	if (counted.ok) return tally;
	if (isServiceError(counted.error) && NO_ROWS_TO_READ.has(counted.error.code)) return undefined;
	throw counted.error;
}
