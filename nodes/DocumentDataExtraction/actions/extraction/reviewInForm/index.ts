import { getExtractionStatus } from '../../../api/extractions';
import { outputOrReason, throwUnlessCompleted } from '../../../extraction/outputOrReason';
import { RowFindings } from '../../../extraction/ledger/RowFindings';
import { countRows, readDoubts } from '../../../extraction/review/readRows';
import { rowPages } from '../../../extraction/rows/pages';
import type { ResultRow } from '../../../api/schemas/extractions';
import { readScope } from '../../../parameters/filters';
import { readOptions } from '../../../parameters/options';
import { readReviewInput } from './oneExtraction';
import type { Operation } from '../../operation';
import { park } from '../../person';
import { showFindings } from '../findingHints';
import { reviewDocuments } from './documents';
import { keepLinks, linksToItems } from './links';
import { outputsOf } from './outputs';
import { readWaitEnd, readSeparateRejected, readWithAllRows, reviewProperties } from './properties';
import { refuseLosingRows } from './rejectedRows';
import { servePage } from './servePage';
import { keepsFilesInJson } from '../../../shared/n8nFeatures';

export const reviewInForm: Operation = {
	name: 'Review in a Form',
	value: 'reviewInForm',
	action: 'Review rows in form',
	description: 'Wait until a person has accepted, corrected or rejected the rows that need review',
	notAsTool: true,
	properties: reviewProperties,
	async execute({ context, api }) {
		const { extractionId, named, others } = readReviewInput(context);
		const scope = readScope(readOptions(context, 0));
		const read = (name: string, otherwise: unknown) => context.getNodeParameter(name, 0, otherwise);
		const withAllRows = readWithAllRows(read);
		const separateRejected = readSeparateRejected(read);
		refuseLosingRows(separateRejected);
		const until = readWaitEnd(read, Date.now());
		throwUnlessCompleted(await getExtractionStatus(api, extractionId, { scope }));
		const asked = { extractionId, scope, formats: ['json'] as const };
		const rowCount = await outputOrReason(api, asked, async () => await countRows(api, asked));
		const { concerns, points } = await readDoubts(api, asked, rowCount);
		if (concerns.size + points.length > 0) {
			keepLinks(context);
			return await park(context, until);
		}
		const rows = new Map<number, ResultRow>();
		const found = new RowFindings(true);
		for await (const page of rowPages(api, extractionId, { scope })) {
			found.add(page);
			page.rows.forEach((row, index) => rows.set(page.firstRowNumber + index, row));
		}
		showFindings(context, [found.findings([])]);
		const items = context.getInputData();
		const combined = keepsFilesInJson(context);
		const linkRow = linksToItems(reviewDocuments(items, named, combined), named);
		const passedOn = others.map((item) => ({ ...items[item]!, pairedItem: { item } }));
		return outputsOf(
			{ rows, concerns, decided: new Map() },
			{ linkRow, withAllRows, separateRejected, others: passedOn },
		);
	},
	webhook: servePage,
};
