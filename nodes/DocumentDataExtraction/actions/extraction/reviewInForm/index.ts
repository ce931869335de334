import { getExtractionStatus } from '../../../api/extractions';
import { outputOrReason, throwUnlessCompleted } from '../../../extraction/outputOrReason';
import { Account } from '../../../extraction/ledger/Account';
import { findingHints } from '../../../extraction/ledger/hints';
import { countRows, doubtsIn } from '../../../extraction/review/doubts';
import { readNumberedRows } from '../../../extraction/review/rows';
import { propertiesOf, readItem } from '../../../parameters/param';
import { linkNotice } from '../../../parameters/waits';
import type { Operation } from '../../operation';
import { park } from '../../person';
import { showHints } from '../../showHints';
import { reviewDocuments } from './documents';
import { options, parameters, readReviewInput } from './parameters';
import { keepLinks, linksToItems, reviewedItems } from './reviewedItems';
import { servePage } from './servePage';
import { keepsFilesInJson } from '../../../shared/n8nFeatures';

export const reviewInForm: Operation = {
	name: 'Review in a Form',
	value: 'reviewInForm',
	action: 'Review rows in form',
	description: 'Wait until a person has accepted, corrected or rejected the rows that need review',
	notAsTool: true,
	properties: [linkNotice, ...propertiesOf(parameters, options)],
	async execute({ context, api }) {
		const { extractionId, items, named, others } = readReviewInput(context);
		const { columnNames, scope, waitMs } = readItem(context, 0, { waitMs: parameters.waitMs }, options);
		const until = new Date(Date.now() + waitMs);
		const status = await getExtractionStatus(api, extractionId, { scope });
		throwUnlessCompleted(status);
		const asked = { extractionId, scope, formats: ['json'] as const };
		const rowCount = await outputOrReason(api, asked, async () => await countRows(api, asked));
		const { concerns, points } = doubtsIn(status, rowCount);
		if (concerns.size + points.length > 0) {
			keepLinks(context);
			return await park(context, until);
		}
		const account = new Account();
		const { rows } = await readNumberedRows(api, { extractionId, scope, account });
		showHints(context, findingHints([account.findings()]));
		const documents = reviewDocuments(items, named, keepsFilesInJson(context));
		const linkRow = linksToItems(documents, named);
		const reviewed = reviewedItems({ rows, concerns, decided: new Map() }, linkRow, columnNames);
		const passedOn = others.map((item) => ({ ...items[item]!, pairedItem: { item } }));
		return { main: [...reviewed, ...passedOn] };
	},
	webhook: servePage,
};
