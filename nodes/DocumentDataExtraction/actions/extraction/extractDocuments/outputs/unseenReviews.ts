import type { INodeExecutionData } from 'n8n-workflow';
import type { RowTally } from '../../../../extraction/ledger/RowTally';
import { reviewsWithoutRowItems } from '../../../../extraction/ledger/toReview';
import { reviewsWithoutRow } from '../../../../extraction/rows/review';
import type { RowItem } from '../../../../extraction/rows/rowItems';
import { pairingOf, type Pairing, type SourceIndex } from '../../../../extraction/rows/SourceIndex';
import type { Extracted } from '../../../../extraction/run/batch';
import type { SessionFile } from '../../../../files/upload/SessionFile';
import type { RowOutputs, ShapedExtraction } from './shape';

/**
 * Adds what needs review in no row: as items for the second output, or else for a note on the node.
 *
 * @param toItem what is done with every item of a row before it comes out
 */
export function withUnseenReviews(
	made: { extracted: Extracted; tally: RowTally<SessionFile>; outputs: RowOutputs },
	sources: SourceIndex<SessionFile>,
	separateReview: boolean,
	toItem: (item: RowItem) => INodeExecutionData,
): ShapedExtraction {
	const { extracted, tally, outputs } = made;
	const unseen = reviewsWithoutRow(extracted.status.review_needed?.items ?? [], tally.total);
	if (!separateReview)
		return {
			account: { extracted, tally, reviewsWithoutRow: unseen.map(({ message }) => message) },
			outputs,
		};
	const pairing = (named: string[]): Pairing => {
		const found = named.flatMap((source) => sources.fileOf(source)?.itemIndex ?? []);
		return found.length > 0 ? pairingOf(found) : sources.ofAll;
	};
	outputs.review.push(...reviewsWithoutRowItems(unseen, pairing).map(toItem));
	return { account: { extracted, tally, reviewsWithoutRow: [] }, outputs };
}
