import type { INodeExecutionData } from 'n8n-workflow';
import type { ApiClient } from '../../api/http/client';
import { getExtractionStatus } from '../../api/extractions';
import { Account, type ExtractionFindings } from '../../extraction/ledger/Account';
import { failedPagesBySource } from '../../extraction/ledger/failedPages';
import {
	invoiceHints,
	keptBackText,
	rowHints,
	type Hint,
	type KeptBack,
} from '../../extraction/ledger/hints';
import { reviewsWithoutRowItems } from '../../extraction/ledger/toReview';
import { UploadedFiles } from '../../extraction/ledger/UploadedFiles';
import { outputOrReason } from '../../extraction/outputOrReason';
import { ColumnNames } from '../../extraction/rows/ColumnNames';
import { ExtractionRows } from '../../extraction/rows/invoices/ExtractionRows';
import { invoiceItems } from '../../extraction/rows/invoices/invoiceItems';
import { rowPages } from '../../extraction/rows/pages';
import { rowItems, type RoutedRows } from '../../extraction/rows/rowItems';
import { isTool } from '../../parameters/execution';
import { uploadedFiles } from '../../parameters/files/uploadedFiles';
import { scope } from '../../parameters/filters';
import { extractionIdOfItem } from '../../parameters/ids/extraction';
import { invoiceChoice } from '../../parameters/invoices';
import {
	AT_MOST_IN_TOOL,
	columnNames,
	howMany,
	mostOf,
	readSeparateReview,
	separateReview,
	USUAL_LIMIT,
} from '../../parameters/outputShape';
import { choice, number, propertiesOf, readItem, type Values } from '../../parameters/param';
import type { ItemsByOutput, Operation } from '../operation';
import { perItem } from '../perItem';
import { showFindings, showHints } from '../showHints';

const parameters = {
	extractionId: extractionIdOfItem,
	...howMany,
	output: choice({
		displayName: 'Output',
		name: 'rowsOutput',
		of: {
			invoices: [
				'Invoices with Lines',
				'One item per invoice, with its rows as lines, ready for a bill in an ERP',
			],
			rows: ['Rows Only', 'One item per row with only its columns, ready for a sheet or a database'],
			rowsWithReview: [
				'Rows with Review Information',
				'Rows that need review also get review_message (the reason) and review_fields (its columns)',
			],
		},
		default: 'rows',
		description: 'What each item contains',
	}),
	...invoiceChoice({ show: { rowsOutput: ['invoices'] } }),
	separateReview,
};

const options = {
	columnNames,
	offset: number({
		displayName: 'Skip First Rows',
		name: 'offset',
		min: 0,
		default: 0,
		description: 'How many rows, or invoices with lines, to skip',
	}),
	scope,
	uploadedFiles,
};

/** What is asked for of one extraction, and in which shape. */
type Asked = Omit<Values<typeof parameters & typeof options>, 'limit'> & {
	/** The most rows, or invoices. If it is not set, all of them. */
	limit: number | undefined;
	/** The most lines of all invoices. */
	mostLines: number | undefined;
	separateReview: boolean;
};

/** What was read of an extraction. */
interface RowsRead {
	outputs: ItemsByOutput;
	findings: ExtractionFindings;
	/** What follows behind the limit. */
	keptBack: KeptBack;
	/** Notes to show on the node. */
	hints: Hint[];
}

/** Reads the rows of a completed extraction. @throws ServiceError */
async function readRows(api: ApiClient, asked: Asked, itemIndex: number): Promise<RowsRead> {
	const { extractionId, offset, limit, scope, uploadedFiles: uploaded } = asked;
	const isOfInvoices = asked.output === 'invoices';
	const withReview = asked.separateReview || asked.output === 'rowsWithReview';
	const files = new UploadedFiles(uploaded ?? [], itemIndex);
	const account = new Account(uploaded?.length ? uploaded : undefined);
	const read = new ExtractionRows();
	const names = new ColumnNames(asked.columnNames);
	let { main, review }: RoutedRows = { main: [], review: [] };
	// An invoice may have rows anywhere, so for invoices all rows are read.
	const range = isOfInvoices ? {} : { offset, limit };
	for await (const page of rowPages(api, extractionId, { ...range, scope })) {
		account.addPage(page);
		if (isOfInvoices) read.add(page);
		else {
			const items = rowItems(page, files, { ...asked, withReview, names });
			// One by one: a page may have more rows than a call takes arguments.
			for (const item of items.main) main.push(item);
			for (const item of items.review) review.push(item);
		}
	}
	const hints = rowHints(account);
	let keptBack: KeptBack = { of: 'row', count: account.rowsLeft };
	if (isOfInvoices) {
		// Limit and Skip First Rows count invoices, so that none is cut.
		const failedPagesOf = failedPagesBySource(account.pages);
		const invoices = invoiceItems(read, files, asked, { ...asked, failedPagesOf, names });
		({ main, review } = invoices);
		keptBack = { of: 'invoice', count: invoices.keptBack };
		hints.unshift(...invoiceHints([invoices.grouping]));
	}
	if (keptBack.count !== 0) keptBack.next = offset + main.length + review.length;
	if (account.lacksReviews) {
		// What is to be reviewed and names no row stands on no page of rows, only in the status.
		const { review_needed } = await getExtractionStatus(api, extractionId, { scope });
		account.addReviews(account.withoutRow(review_needed?.items ?? []));
	}
	const findings = account.findings();
	if (!asked.separateReview)
		return { outputs: { main: main as INodeExecutionData[] }, findings, keptBack, hints };
	findings.reviewsWithoutRow = [];
	const toReview = [
		...reviewsWithoutRowItems(account.withoutRow(), (named) => files.pairingOfAll(named), names),
		// Only once, should the rows be read in several ranges.
		...(offset === 0 ? files.toReview(findings.failedPages, findings.filesWithoutRows, names) : []),
	];
	for (const item of toReview) review.push(item);
	const outputs = { main, review } as { [Output in 'main' | 'review']: INodeExecutionData[] };
	return { outputs, findings, keptBack, hints };
}

export const getRows: Operation = {
	name: 'Get Rows',
	value: 'getRows',
	action: 'Get rows of extraction',
	description: 'Get the rows of a completed extraction, one item per row or invoice',
	properties: propertiesOf(parameters, options),
	async execute(run) {
		const { context } = run;
		const isForAgent = isTool(context);
		const separate = readSeparateReview(context);
		const done: RowsRead[] = [];
		const outputs = await perItem(async ({ api, itemIndex }) => {
			const given = readItem(context, itemIndex, parameters, options);
			const asked: Asked = {
				...given,
				limit: mostOf(context, given),
				mostLines: isForAgent ? USUAL_LIMIT : undefined,
				separateReview: separate,
			};
			const read = await outputOrReason(
				api,
				{ ...asked, formats: ['json'] },
				async () => await readRows(api, asked, itemIndex),
			);
			done.push(read);
			if (isForAgent) tellMore(read, asked);
			return read.outputs;
		})(run);
		// By their text: several extractions may give the same note.
		const hints = new Map(done.flatMap((read) => read.hints).map((hint) => [hint.message, hint]));
		showHints(context, [...hints.values()]);
		showFindings(
			context,
			done.map(({ findings }) => findings),
			!separate,
		);
		const message = keptBackText(done.map(({ keptBack }) => keptBack));
		if (message !== undefined) showHints(context, [{ message, type: 'info' }]);
		return outputs;
	},
};

/** Tells an AI agent, who sees no notes on nodes, as the last item that there is more, and how to go on. */
function tellMore({ keptBack, outputs }: RowsRead, { extractionId }: Asked): void {
	const goOn = `${AT_MOST_IN_TOOL} To go on, call Get Rows with extraction_id ${extractionId} and Skip First Rows ${keptBack.next}`;
	const note = keptBackText([keptBack], goOn);
	if (note !== undefined) (outputs.review ?? outputs.main).push({ json: { note } });
}
