import type { INodeExecutionData } from 'n8n-workflow';
import { isProcessing, stillProcessing } from '../../../../extraction/stillProcessing';
import type { Extracted } from '../../../../extraction/run/batch';
import { itemIndexesOf } from '../../../perGroup';
import { questionsOpenError } from '../../../../extraction/questions/questionsOpenError';
import { filesWithFailedPages } from '../../../../extraction/ledger/ledger';
import type { SessionFile } from '../../../../files/upload/SessionFile';
import type { Output } from '../parameters';
import { documentsOf } from './documents';
import { filesOf } from './files';
import { invoicesOf } from './invoices';
import { rowsOf } from './rows';
import type { Shape, ShapedExtraction, Shaping } from './shape';
import { summaryShape } from './summary';

const SHAPES: Record<Output['kind'], Shape> = {
	documents: documentsOf,
	files: filesOf,
	invoices: invoicesOf,
	rows: rowsOf,
	summary: summaryShape,
};

/** For an AI agent, instead of the output that is still to come. */
function processingItem({
	files,
	status: { extraction_id, status },
	submissionId,
}: Extracted): INodeExecutionData {
	const json = { extraction_id, submission_id: submissionId, status, note: stillProcessing(extraction_id) };
	return { json, pairedItem: itemIndexesOf(files).map((item) => ({ item })) };
}

/** Documents and the summary say that there are questions. Other outputs would have nothing to show for them. */
const isWithoutOutput = ({ kind, questions }: Output): boolean =>
	questions !== 'ask' && kind !== 'documents' && kind !== 'summary';

/**
 * Makes the output of an extraction that has ended, in the chosen shape.
 *
 * @param failsWithPages whether a document fails if any of its pages has failed: its rows are not output then
 * @throws ServiceError when its rows or files cannot be had, or when it asks questions that have no output
 */
export async function shapeOutput(
	shaping: Omit<Shaping, 'withheld'>,
	failsWithPages: boolean,
): Promise<ShapedExtraction> {
	const { extracted, choice } = shaping;
	const nothing = { extracted, tally: undefined, reviewsWithoutRow: [] };
	if (isProcessing(extracted.status)) {
		const main = choice.kind === 'documents' ? [] : [processingItem(extracted)];
		return { account: nothing, outputs: { main } };
	}
	if (extracted.status.status === 'input_required') {
		if (isWithoutOutput(choice)) throw questionsOpenError(extracted.status.questions?.length ?? 0);
		return { account: nothing, outputs: {} };
	}
	const withheld = failsWithPages ? filesWithFailedPages(extracted) : new Set<SessionFile>();
	return await SHAPES[choice.kind]({ ...shaping, withheld });
}
