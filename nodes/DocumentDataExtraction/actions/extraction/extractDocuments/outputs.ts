import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Api } from '../../../api/connection';
import type { Extracted } from '../../../extraction/extract';
import { outcomeError } from '../../../extraction/outcome';
import { rowItems } from '../../../extraction/rowItems';
import { rowPages } from '../../../extraction/rows';
import { SourceIndex } from '../../../extraction/sources';
import { summaryOf } from '../../../extraction/summary';
import type { Outputs } from '../../operation';
import { outputBinaries } from '../../../files/outputBinaries';
import type { OutputChoice } from './outputChoice';

const pairedWith = ({ batch }: Extracted): Array<{ item: number }> =>
	[...new Set(batch.files.map(({ itemIndex }) => itemIndex))].map((item) => ({ item }));

/** In place of the rows: what the service asks, by when, and what to answer to. */
function questionsItem(extracted: Extracted): INodeExecutionData {
	const { extraction_id, status, answer_by, questions } = extracted.status;
	const json = { extraction_id, submission_id: extracted.submissionId, status, answer_by, questions };
	return { json: json as IDataObject, pairedItem: pairedWith(extracted) };
}

async function rowsOf(api: Api, { batch, status }: Extracted, separateReview: boolean): Promise<Outputs> {
	const sources = new SourceIndex(batch.files);
	const outputs: Outputs = { main: [], ...(separateReview ? { review: [] } : {}) };
	for await (const page of rowPages(api, status.extraction_id)) {
		const { main, review } = rowItems(page, sources, { separateReview });
		for (const item of main) outputs.main.push(item as INodeExecutionData);
		for (const item of review) outputs.review?.push(item as INodeExecutionData);
	}
	return outputs;
}

export interface OutputRequest {
	choice: OutputChoice;
	skippedFiles: string[];
	/** Whether the user chose the Submission ID. */
	hasOwnId: boolean;
}

/**
 * The items of one finished extraction, in the chosen shape.
 *
 * @throws ServiceError when it has no rows to hand out
 */
export async function outputsOf(
	api: Api,
	context: IExecuteFunctions,
	extracted: Extracted,
	{ choice, skippedFiles, hasOwnId }: OutputRequest,
): Promise<Outputs> {
	const error = outcomeError(extracted.status, hasOwnId ? extracted.submissionId : undefined);
	if (error) throw error;
	if (extracted.status.status === 'input_required') return { main: [questionsItem(extracted)] };
	if (choice.kind === 'rows') return await rowsOf(api, extracted, choice.separateReview);
	const summary = { ...summaryOf(extracted, skippedFiles) } as unknown as IDataObject;
	if (choice.kind === 'summary') return { main: [{ json: summary, pairedItem: pairedWith(extracted) }] };
	const binary = await outputBinaries(api, context, {
		extractionId: extracted.status.extraction_id,
		taskName: extracted.batch.request.task_name,
		formats: choice.formats,
		fieldName: choice.fieldName,
	});
	return { main: [{ json: summary, binary, pairedItem: pairedWith(extracted) }] };
}
