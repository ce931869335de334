import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { filesWithFailedPages } from '../../../../extraction/ledger/ledger';
import type { Extracted } from '../../../../extraction/run/runExtraction';
import type { SessionFile } from '../../../../files/upload/uploadFiles';
import { itemIndexesOf } from '../../../perGroup';
import type { OutputSettings } from '../outputSettings';
import { documentsOf } from './documents';
import { filesOf } from './files';
import { invoicesOf } from './invoices';
import { rowsOf } from './rows';
import type { Made, Shape, Shaping } from './shape';
import { summaryShape } from './summary';

const SHAPES: Record<OutputSettings['kind'], Shape> = {
	documents: documentsOf,
	files: filesOf,
	invoices: invoicesOf,
	rows: rowsOf,
	summary: summaryShape,
};

/** The item that replaces the rows if the service asks: its questions, the deadline and the ID to answer to. */
function questionsItem({ files, status: asked, submissionId }: Extracted): INodeExecutionData {
	const { extraction_id, status, answer_by, questions } = asked;
	const json = { extraction_id, submission_id: submissionId, status, answer_by, questions };
	return { json: json as IDataObject, pairedItem: itemIndexesOf(files).map((item) => ({ item })) };
}

/**
 * Makes the output of an extraction that has ended, in the chosen shape.
 *
 * @param failsWithPages whether a document fails if any of its pages has failed: its rows are not output then
 * @throws ServiceError when its rows or files cannot be had
 */
export async function toItems(shaping: Omit<Shaping, 'withheld'>, failsWithPages: boolean): Promise<Made> {
	const { extracted, choice } = shaping;
	if (extracted.status.status === 'input_required')
		return {
			account: { extracted, tally: undefined, reviewsWithoutRow: [] },
			// Documents carry the questions themselves.
			outputs: { main: choice.kind === 'documents' ? [] : [questionsItem(extracted)] },
		};
	const withheld = failsWithPages ? filesWithFailedPages(extracted) : new Set<SessionFile>();
	return await SHAPES[choice.kind]({ ...shaping, withheld });
}
