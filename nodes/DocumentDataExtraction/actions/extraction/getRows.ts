import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { ApiClient } from '../../api/http/client';
import { getExtractionStatus, type Scope } from '../../api/extractions';
import type { ReviewNeeded } from '../../api/schemas/extractions';
import { keptBackText, rowHints, type ExtractionFindings } from '../../extraction/ledger/hints';
import { RowFindings } from '../../extraction/ledger/RowFindings';
import { UploadedFiles } from '../../extraction/ledger/UploadedFiles';
import { rowItems } from '../../extraction/rows/rowItems';
import { rowPages } from '../../extraction/rows/pages';
import { SOURCE_COLUMN } from '../../extraction/rows/SourceIndex';
import { reviewsWithoutRowItems } from '../../extraction/ledger/toReview';
import { extractionLocator, readExtractionId } from '../../parameters/extraction';
import type { Operation, ItemsByOutput } from '../operation';
import { perItem, type ItemRun } from '../perItem';
import { showHints } from '../showHints';
import { showFindings } from './findingHints';
import { readScope, scopeOption } from '../../parameters/filters';
import { readNumber } from '../../parameters/numbers';
import { optionOf, optionsProperty, readOptions } from '../../parameters/options';
import { isTool } from '../../parameters/execution';
import { readUploadedFiles, uploadedFilesOption } from '../../parameters/uploadedFiles';
import {
	readLimit,
	readSeparateReview,
	returnAllProperties,
	separateReviewProperty,
} from '../../parameters/outputShape';

const offsetOption: INodeProperties = {
	displayName: 'Offset',
	name: 'offset',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description: 'How many rows to skip',
};

const rowsOutputProperty: INodeProperties = {
	displayName: 'Output',
	name: 'rowsOutput',
	type: 'options',
	options: [
		{
			name: 'Rows Only',
			value: 'rows',
			description: 'Only the columns, ready for a sheet or a database',
		},
		{
			name: 'Rows with Review Information',
			value: 'rowsWithReview',
			description:
				'Rows that the service is unsure of also get review_message and review_fields, the reason and the columns it is about',
		},
	],
	default: 'rows',
	description: 'What each item holds',
};

export const getRows: Operation = {
	name: 'Get Rows',
	value: 'getRows',
	action: 'Get extraction rows',
	description: 'Get the rows of a completed extraction, one item for each row',
	properties: [
		extractionLocator,
		...returnAllProperties,
		rowsOutputProperty,
		separateReviewProperty,
		optionsProperty(offsetOption, scopeOption, uploadedFilesOption),
	],
	async execute(run) {
		const findings: ExtractionFindings[] = [];
		const keptBack: Array<number | null> = [];
		const outputs = await perItem(async (item) => {
			const { outputs: rows, found, left } = await readRows(item);
			findings.push(found);
			keptBack.push(left);
			return rows;
		})(run);
		showFindings(run.context, findings);
		showKeptBack(run.context, keptBack, outputs);
		return outputs;
	},
};

/** Tells that there are further rows: on the node, and to an AI agent, who sees no notes on nodes, as the last item. */
function showKeptBack(
	context: IExecuteFunctions,
	keptBack: Array<number | null>,
	{ main }: ItemsByOutput,
): void {
	const message = keptBackText(keptBack);
	if (message === undefined) return;
	showHints(context, [{ message, type: 'info' }]);
	if (isTool(context)) main.push({ json: { note: message } });
}

async function readRows({
	context,
	api,
	itemIndex,
}: ItemRun): Promise<{ outputs: ItemsByOutput; found: ExtractionFindings; left: number | null }> {
	const extractionId = readExtractionId(context, itemIndex);
	const options = readOptions(context, itemIndex);
	const offset = readNumber(optionOf(options, offsetOption), {
		parameter: offsetOption.displayName,
		min: 0,
	});
	const scope = readScope(options);
	const separateReview = readSeparateReview(context);
	const { name, default: otherwise } = rowsOutputProperty;
	const withReview =
		separateReview || context.getNodeParameter(name, itemIndex, otherwise) === 'rowsWithReview';
	const uploaded = readUploadedFiles(options, itemIndex);
	const files = new UploadedFiles(uploaded ?? [], itemIndex);
	const outputs: ItemsByOutput = { main: [], ...(separateReview ? { review: [] } : {}) };
	const found = new RowFindings(offset === 0);
	for await (const page of rowPages(api, extractionId, {
		offset,
		limit: readLimit(context, itemIndex),
		scope,
	})) {
		found.add(page);
		for (const row of page.rows) files.add(row[SOURCE_COLUMN]);
		const { main, review } = rowItems(page, files, { separateReview, withReview });
		for (const item of main) outputs.main.push(item as INodeExecutionData);
		for (const item of review) outputs.review?.push(item as INodeExecutionData);
	}
	const unseen = await reviewsOfNoRow(api, extractionId, found, scope);
	const told = found.findings(separateReview ? [] : unseen);
	if (uploaded && found.isComplete) told.filesWithoutRows = files.withoutRows(found.failedPages);
	if (uploaded) showHints(context, rowHints(files.findings(found.isComplete)));
	const toReview = [
		...reviewsWithoutRowItems(unseen, (named) => files.pairingOfAll(named)),
		// Only once, should the rows be read in several ranges.
		...(offset === 0 ? files.toReview(found.failedPages, told.filesWithoutRows) : []),
	];
	outputs.review?.push(...(toReview as INodeExecutionData[]));
	return { outputs, found: told, left: found.keptBack };
}

/** What is to be reviewed and names no row: it stands on no page of rows, only in the status. */
async function reviewsOfNoRow(
	api: ApiClient,
	extractionId: string,
	found: RowFindings,
	scope: Scope | undefined,
): Promise<ReviewNeeded['items']> {
	if (!found.lacksReviews) return [];
	const { review_needed } = await getExtractionStatus(api, extractionId, { scope });
	return found.withoutRow(review_needed?.items ?? []);
}
