import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { ResultRow } from '../../api/schemas/extractions';
import type { Concerns } from '../rows/review';
import { safeColumns } from '../rows/rowItems';
import { SOURCE_COLUMN, type Pairing } from '../rows/SourceIndex';
import type { DecidedRow } from './judge';

/** What a review adds to every row, so that all rows fit into one table. */
interface ReviewResult {
	reviewed: boolean;
	review_decision: DecidedRow['decision'] | 'not_needed';
	/** Why the row was to be reviewed. */
	review_message: string;
	/** Names of the columns. */
	corrected_fields: string[];
}

const notNeeded = (): ReviewResult => ({
	reviewed: false,
	review_decision: 'not_needed',
	review_message: '',
	corrected_fields: [],
});

const ADDED = Object.keys(notNeeded());

interface ReviewedRows {
	/** By their 1-based number. */
	rows: ReadonlyMap<number, ResultRow>;
	concerns: ReadonlyMap<number, Concerns>;
	decided: ReadonlyMap<number, DecidedRow>;
}

/** Makes the items of a review, in the order of the rows. Each has the decision about its row, or says that none was needed. */
export function* reviewedItems(
	{ rows, concerns, decided }: ReviewedRows,
	pairingOf: (source: unknown) => Pairing,
): Generator<INodeExecutionData> {
	for (const [number, row] of rows) {
		const about = decided.get(number);
		const result: ReviewResult = about
			? {
					reviewed: true,
					review_decision: about.decision,
					review_message: concerns.get(number)?.messages.join('; ') ?? '',
					corrected_fields: about.correctedFields,
				}
			: notNeeded();
		yield {
			json: { ...safeColumns(about?.row ?? row, ADDED), ...result } as IDataObject,
			pairedItem: pairingOf(row[SOURCE_COLUMN]),
		};
	}
}
