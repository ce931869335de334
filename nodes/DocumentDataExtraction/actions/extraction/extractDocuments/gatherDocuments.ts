import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { documentJson, unassignedJson } from '../../../extraction/ledger/documentJson';
import { filesWithFailedPages, type LedgerEntry } from '../../../extraction/ledger/ledger';
import { pagesFailedError } from '../../../extraction/ledger/pagesFailedError';
import type { InputFile } from '../../../files/input/InputFile';
import { itemIndexesOf } from '../../perGroup';
import { failedItem } from '../../perItem';
import type { Books, Finished } from './bookkeeping';
import { fails } from './gather';
import type { ExtractionGroup } from './groups';
import type { Output } from './parameters';
import type { ShapedExtraction } from './shapes';
import { withSourceFile } from './sourceFile';
import { keepsFilesInJson } from '../../../shared/n8nFeatures';

/**
 * The item of a document that failed. n8n sends an item to the error output only if `error` and `message` are its only keys, so there
 * `error` holds the document.
 */
function failedDocument(
	context: IExecuteFunctions,
	document: INodeExecutionData,
	error: unknown,
	itemIndex: number,
): INodeExecutionData {
	const { json, ...rest } = failedItem(context, error, itemIndex);
	if (context.getNode().onError !== 'continueErrorOutput')
		return { ...document, ...rest, json: { ...document.json, ...json } };
	const told = { ...json, error: { ...(json.error as IDataObject), document: document.json } };
	// n8n would put the file into `json`. It adds the json of the input item, which has the file already.
	const isInJson = keepsFilesInJson(context);
	return { ...rest, json: told, ...(isInJson ? {} : { binary: document.binary }) };
}

/** The failed items of input that is no document, such as an item without files. Failed documents stand for themselves. */
function failedOtherwise(
	refused: INodeExecutionData[],
	found: ExtractionGroup[],
	ledger: LedgerEntry[],
): INodeExecutionData[] {
	const failed = new Set(ledger.filter(({ state }) => state === 'failed').map(({ item }) => item));
	const withDocuments = new Set(ledger.map(({ item }) => item));
	// What is wrong with their request is said at the files that it would have sent.
	const ofToldRequests = new Set(
		found.flatMap(({ files, itemIndexes }) => (files.length > 0 ? itemIndexes : [])),
	);
	const withMore = new Set(
		found.flatMap(({ fileProblems, refused: files }) => {
			const known = new Set(files.map(({ problem }) => problem));
			return fileProblems.filter((problem) => !known.has(problem)).map(({ itemIndex }) => itemIndex);
		}),
	);
	return refused.filter(({ pairedItem }) => {
		const { item } = pairedItem as { item: number };
		const isTold = failed.has(item) || (withDocuments.has(item) && ofToldRequests.has(item));
		return !isTold || withMore.has(item);
	});
}

/** What extractions gave and no document can be found for. Nothing of it may be lost. */
function unassignedItems(made: ShapedExtraction[]): INodeExecutionData[] {
	return made.flatMap(({ extracted, documents }) => {
		const json = documents && unassignedJson(extracted, documents.unassigned);
		const pairedItem = itemIndexesOf(extracted.files).map((item) => ({ item }));
		return json ? [{ json: json as unknown as IDataObject, pairedItem }] : [];
	});
}

/** One item for each file of a run, in the order of the input: what came of it, its rows, and the file itself. */
export function gatherDocuments(
	context: IExecuteFunctions,
	{
		found,
		jobs,
		books,
		choice,
		refused,
	}: {
		/** The groups as they were found, before items with problems were taken out. */
		found: ExtractionGroup[];
		jobs: Finished[];
		books: Books;
		choice: Output;
		/** The failed items of input that was refused before anything was sent. */
		refused: INodeExecutionData[];
	},
): INodeExecutionData[] {
	const made = jobs.flatMap((job) => job.made.flatMap((result) => (result.ok ? result.value : [])));
	const madeOf = new Map(made.flatMap((one) => books.of(one).map((entry) => [entry, one])));
	const failing = new Set<InputFile>(
		jobs
			.filter((job) => fails(job, choice))
			.flatMap(({ made: results }) => results)
			.flatMap((result) =>
				result.ok ? [...filesWithFailedPages(result.value.extracted, result.value.account)] : [],
			),
	);
	const itemOf = (entry: LedgerEntry): INodeExecutionData => {
		const { file, item, state, error } = entry;
		const of = madeOf.get(entry);
		const json = documentJson(entry, of?.extracted, of?.documents?.of(file));
		const document = withSourceFile({ json: json as unknown as IDataObject, pairedItem: { item } }, file);
		if (state === 'failed') return failedDocument(context, document, error, item);
		if (!of || !failing.has(file)) return document;
		// If the rows do not name their document, each fails with the pages of any.
		const pages = entry.failedPages.length > 0 ? [entry] : books.of(of);
		return failedDocument(context, document, pagesFailedError(pages), item);
	};
	const others = failedOtherwise(refused, found, books.ledger);
	const told = books.ledger.filter(
		({ state }) => state !== 'skipped' || choice.unsupportedFiles !== 'output',
	);
	return [
		...told.map((entry) => ({
			at: entry.item,
			position: entry.file.position,
			output: itemOf(entry),
		})),
		...others.map((output) => ({
			at: (output.pairedItem as { item: number }).item,
			position: Infinity,
			output,
		})),
	]
		.sort((a, b) => a.at - b.at || a.position - b.position)
		.map(({ output }) => output)
		.concat(unassignedItems(made));
}
