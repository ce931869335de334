import { getExtractionDetails, getExtractionStatus } from '../../api/endpoints/extractions';
import { Account } from '../../extraction/account/Account';
import { findingHints, keptBackText } from '../../extraction/account/hints';
import { reviewsOfFiles, reviewsWithoutRowItems } from '../../extraction/ledger/toReview';
import { outputOrReason } from '../../extraction/status/outputOrReason';
import { ColumnNames } from '../../extraction/rows/ColumnNames';
import { rowPages } from '../../extraction/rows/pages';
import { shapedRows } from '../../extraction/shapes/shapes';
import { indexOfNames, uploadedFilesIndex } from '../../extraction/rows/uploadedFiles';
import { uploadedFiles } from '../../parameters/files/uploadedFiles';
import { extractionIdOfItem, scope } from '../../parameters/ids/extraction';
import {
	addRowId,
	AT_MOST_IN_TOOL,
	columnNames,
	howMany,
	mostOf,
	readSeparateReview,
	separateReview,
	USUAL_LIMIT,
	invoiceChoice,
} from '../../parameters/outputShape';
import { choice, number, propertiesOf, readItem, type Values } from '../../parameters/param';
import { type ItemsByOutput, type Operation, perItem, type ItemRun, showHints } from '../operation';
import { isTool } from '../../shared/n8nFeatures';

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
	addRowId,
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

type Asked = Values<typeof parameters & typeof options>;

/** Adds review entries without a row. Only the status lists them. */
async function addReviews({ api }: ItemRun, { extractionId, scope }: Asked, account: Account): Promise<void> {
	if (!account.lacksReviews) return;
	const { review_needed } = await getExtractionStatus(api, extractionId, { scope });
	account.addReviews(account.withoutRow(review_needed?.items ?? []));
}

/** The items of what needs review in no row. */
async function itemsWithoutRow(run: ItemRun, asked: Asked, account: Account, names: ColumnNames) {
	// With the first rows only: the rows may be read in several ranges.
	const ofFiles = asked.offset === 0 ? reviewsOfFiles(account.findings()) : [];
	const withoutRow = [...account.withoutRow(), ...ofFiles];
	if (names.ids && withoutRow.length > 0) {
		const { file_names: files = [] } = await getExtractionDetails(run.api, asked.extractionId, asked.scope);
		names.ids.sources = indexOfNames(files);
	}
	return reviewsWithoutRowItems(withoutRow, account.sources, names);
}

/** Reads the rows of a completed extraction. @throws ServiceError */
async function readRows(run: ItemRun, asked: Asked) {
	const { api, context, itemIndex } = run;
	const { extractionId, offset, scope } = asked;
	const isOfInvoices = asked.output === 'invoices';
	const isSeparate = readSeparateReview(context);
	const account = new Account(uploadedFilesIndex(asked.uploadedFiles ?? [], itemIndex));
	const names = new ColumnNames(asked.columnNames, asked.addRowId ? extractionId : undefined);
	const limit = mostOf(context, asked);
	// Of invoices, Limit and Skip First Rows count invoices, so that none is cut: all rows are read.
	const range = isOfInvoices ? {} : { offset, limit };
	const pages = rowPages(api, extractionId, { ...range, scope, account });
	const { main, review, keptBack, hints } = await shapedRows(pages, account, {
		...asked,
		isOfInvoices,
		limit,
		mostLines: isTool(context) ? USUAL_LIMIT : undefined,
		names,
		separateReview: isSeparate,
		withReview: isSeparate || asked.output === 'rowsWithReview',
	});
	/** How many to skip to go on. */
	const next = offset + main.length + review.length;
	await addReviews(run, asked, account);
	const findings = account.findings();
	if (isSeparate) {
		for (const item of await itemsWithoutRow(run, asked, account, names)) review.push(item);
		findings.reviewsWithoutRow = [];
	}
	// An AI agent sees no notes on nodes.
	const goOn = `${AT_MOST_IN_TOOL} To go on, call Get Rows with extraction_id ${extractionId} and Skip First Rows ${next}`;
	const past = next === offset ? `There are no rows or invoices from number ${offset + 1} on` : undefined;
	const note = isTool(context) ? (keptBackText([keptBack], goOn) ?? past) : undefined;
	const outputs = (isSeparate ? { main, review } : { main }) as ItemsByOutput;
	if (note !== undefined)
		(outputs.review ?? outputs.main).push({ json: { note }, pairedItem: { item: itemIndex } });
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
		const done: Array<Awaited<ReturnType<typeof readRows>>> = [];
		const outputs = await perItem(async (item) => {
			const asked = readItem(context, item.itemIndex, parameters, options);
			const output = { ...asked, formats: ['json'] as const };
			const read = await outputOrReason(item.api, output, async () => await readRows(item, asked));
			done.push(read);
			return read.outputs;
		})(run);
		const findings = done.map((read) => read.findings);
		const message = keptBackText(done.map(({ keptBack }) => keptBack));
		showHints(context, [
			...done.flatMap(({ hints }) => hints),
			...findingHints(findings, !readSeparateReview(context)),
			...(message === undefined ? [] : [{ message, type: 'info' } as const]),
		]);
		return outputs;
	},
};
