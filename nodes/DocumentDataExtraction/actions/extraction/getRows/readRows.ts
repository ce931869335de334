import type { INodeExecutionData } from 'n8n-workflow';
import type { ApiClient } from '../../../api/http/client';
import { getExtractionStatus, type Scope } from '../../../api/extractions';
import { Account, type ExtractionFindings } from '../../../extraction/ledger/Account';
import { rowHints, type Hint, type KeptBack } from '../../../extraction/ledger/hints';
import { reviewsWithoutRowItems } from '../../../extraction/ledger/toReview';
import { UploadedFiles } from '../../../extraction/ledger/UploadedFiles';
import { rowPages, type RowsPage } from '../../../extraction/rows/pages';
import type { ItemsByOutput } from '../../operation';
import type { RowsSettings } from './properties';
import { toInvoices, toRows } from './shapes';

/** What was read of an extraction. */
export interface RowsRead {
	outputs: ItemsByOutput;
	found: ExtractionFindings;
	/** What follows behind the limit. */
	keptBack: KeptBack;
	/** How many rows, or invoices, to skip to go on. */
	next: number;
	/** Notes to show on the node. */
	hints: Hint[];
}

/** Reads the rows of a completed extraction. @throws ServiceError */
export async function readRows(api: ApiClient, settings: RowsSettings, itemIndex: number): Promise<RowsRead> {
	const { extractionId, offset, scope, separateReview, uploaded } = settings;
	const files = new UploadedFiles(uploaded ?? [], itemIndex);
	// An invoice may have rows anywhere, so for invoices all rows are read.
	const range = settings.invoices ? { offset: 0 } : { offset, limit: settings.limit };
	const account = new Account(uploaded?.length ? uploaded : undefined);
	async function* pages(): AsyncGenerator<RowsPage> {
		for await (const page of rowPages(api, extractionId, { ...range, scope })) {
			account.addPage(page);
			yield page;
		}
	}
	const shape = settings.invoices ? toInvoices : toRows;
	const { main, review, hints, keptBack } = await shape(pages(), files, settings);
	const next = offset + main.length + review.length;
	await addUnseenReviews(api, extractionId, account, scope);
	const found = account.findings();
	if (separateReview) found.reviewsWithoutRow = [];
	const toReview = [
		...reviewsWithoutRowItems(account.withoutRow(), (named) => files.pairingOfAll(named)),
		// Only once, should the rows be read in several ranges.
		...(offset === 0 ? files.toReview(found.failedPages, found.filesWithoutRows) : []),
	];
	for (const item of toReview) review.push(item);
	const items = { main, review } as { [Output in 'main' | 'review']: INodeExecutionData[] };
	return {
		outputs: separateReview ? items : { main: items.main },
		found,
		keptBack:
			keptBack === undefined ? { of: 'row', count: account.rowsLeft } : { of: 'invoice', count: keptBack },
		next,
		hints: [...hints, ...rowHints(account)],
	};
}

/** What is to be reviewed and names no row: it stands on no page of rows, only in the status. */
async function addUnseenReviews(
	api: ApiClient,
	extractionId: string,
	account: Pick<Account, 'lacksReviews' | 'withoutRow' | 'addReviews'>,
	scope: Scope | undefined,
): Promise<void> {
	if (!account.lacksReviews) return;
	const { review_needed } = await getExtractionStatus(api, extractionId, { scope });
	account.addReviews(account.withoutRow(review_needed?.items ?? []));
}
