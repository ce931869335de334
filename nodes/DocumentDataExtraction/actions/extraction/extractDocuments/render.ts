import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { pagesFailedError, type LedgerEntry } from '../../../extraction/ledger/ledger';
import { documentJson, summaryOf, unassignedJson } from '../../../extraction/ledger/resultJson';
import { reviewsOfFile, reviewsWithoutRowItems } from '../../../extraction/ledger/toReview';
import { ColumnNames } from '../../../extraction/rows/ColumnNames';
import { isProcessing } from '../../../extraction/status/outcome';
import { keepsFilesInJson, isTool } from '../../../shared/n8nFeatures';
import { itemIndexesOf } from '../../itemGroups';
import { type ItemsByOutput, failedItem } from '../../operation';
import type { RefusedItem } from '../../preflight';
import type { ExtractionGroup } from './groups';
import { givesRows, type Output } from './parameters';
import { rowsForModel } from './rowsForModel';
import { extractionsIn, isFailure, type Done, type Failure } from './run';
import { type DoneExtraction } from './shapes';
import { withReferences, withSourceFiles } from './rows';

/** What came of the whole input. */
export interface Ledger {
	done: Done[];
	/** The files that no extraction covers, by their group. */
	besides: Map<ExtractionGroup, LedgerEntry[]>;
	/** The items that failed before anything was sent. */
	refused: RefusedItem[];
}

/** The entry of every file. */
export const entriesOf = ({ done, besides }: Ledger): LedgerEntry[] =>
	[...extractionsIn(done).map(({ entries }) => entries), ...besides.values()].flat();

/** Whether a file goes to the output Unsupported. */
const isUnsupported = ({ state }: LedgerEntry, { unsupportedFiles }: Output): boolean =>
	unsupportedFiles === 'output' && state === 'skipped';

/** Items of the outputs, and the place in the input that they take. */
interface Slot extends Partial<ItemsByOutput> {
	item: number;
	/** Among the files of the item. */
	position: number;
}

/** The input items of some files, each once. */
const itemsOf = (entries: LedgerEntry[]): Array<{ item: number }> =>
	itemIndexesOf(entries.map(({ file }) => file)).map((item) => ({ item }));

const inputPlace = ({ file }: LedgerEntry) => ({ item: file.itemIndex, position: file.position });

/** The place of an extraction: its first item. */
const placeOfAll = ({ entries }: DoneExtraction) => ({
	item: Math.min(...entries.map(({ file }) => file.itemIndex)),
	position: 0,
});

/** The place of its last file. */
const lastPlaceOf = ({ entries }: DoneExtraction) => {
	const [last] = entries.map(inputPlace).sort((a, b) => b.item - a.item || b.position - a.position);
	return last ?? { item: 0, position: 0 };
};

/** The items that are made already, each at its file. */
const madeLines = (one: DoneExtraction): Slot[] =>
	(one.outputs ?? []).map(({ file, ...outputs }) => ({
		...(file ? { item: file.itemIndex, position: file.position } : placeOfAll(one)),
		...outputs,
	}));

/** The failed item of an input item. */
const failedLine = (context: IExecuteFunctions, item: number, error: unknown, position = 0): Slot => ({
	item,
	position,
	main: [failedItem(context, error, item)],
});

/** The failed items of files that failed for one reason. Each says so of its own files. */
const failedTogether = (context: IExecuteFunctions, { entries, error }: Failure): Slot[] =>
	itemsOf(entries).map(({ item }) => {
		const own = entries.find(({ file }) => file.itemIndex === item)?.error;
		return failedLine(context, item, own ?? error);
	});

/** The failed items of documents that fail with their pages. */
function failedWithPages(context: IExecuteFunctions, { entries }: DoneExtraction): Slot[] {
	const withPages = entries.filter(({ state }) => state === 'pages_failed');
	return itemsOf(entries.filter(({ error }) => error !== undefined)).map(({ item }) => {
		const own = withPages.filter(({ file }) => file.itemIndex === item);
		return failedLine(context, item, pagesFailedError(own.length > 0 ? own : withPages));
	});
}

/** What needs review about a file, and no row says. */
function reviewsOf(context: IExecuteFunctions, entry: LedgerEntry, choice: Output, names: ColumnNames) {
	const { file } = entry;
	const links = { pairingOfAll: () => ({ item: file.itemIndex }) };
	const items = reviewsWithoutRowItems(reviewsOfFile(entry), links, names);
	return (items as INodeExecutionData[]).map((item) =>
		choice.keepSourceFile ? withSourceFiles(item, [file]) : withReferences(context, item, [file]),
	);
}

/** The names of what is about a file that no extraction covers. Its ID is made of its bytes, if they could be read. */
const namesBesides = ({ file: { digest } }: LedgerEntry, { addRowId, columnNames }: Output): ColumnNames =>
	new ColumnNames(columnNames, addRowId ? digest.sha256 : undefined);

/** Rows, invoices, summaries or files, and what failed. */
function extractionLines(context: IExecuteFunctions, { done, besides }: Ledger, choice: Output): Slot[] {
	const others = new Map(besides);
	const summaryOfOne = ({ group, extracted, entries, binary }: DoneExtraction): INodeExecutionData[] => {
		const { status } = extracted;
		const whole = entries.filter(({ error }) => error === undefined);
		// The files of one that asks are still to come.
		const hasNone = choice.kind === 'files' && status.status !== 'completed';
		if (givesRows(choice) || hasNone || isProcessing(status) || whole.length === 0) return [];
		const json = summaryOf(extracted, entries, others.get(group) ?? []) as unknown as IDataObject;
		// Listed in one summary only: adding up summaries must not count a file twice.
		others.delete(group);
		return [{ json, pairedItem: itemsOf(whole), ...(binary && { binary }) }];
	};
	return done.flatMap((one) => {
		const { entries } = one;
		if (isFailure(one)) return failedTogether(context, one);
		const reviews = entries.flatMap((entry) => reviewsOf(context, entry, choice, one.names));
		return [
			...madeLines(one),
			{ ...placeOfAll(one), main: summaryOfOne(one) },
			// After all rows: a table takes its columns from the first item.
			{ ...lastPlaceOf(one), review: reviews },
			...failedWithPages(context, one),
		];
	});
}

/**
 * The item of a document that failed. n8n sends an item to the error output only if `error` and `message` are its only keys, so there
 * `error` holds the document.
 */
function failedDocument(
	context: IExecuteFunctions,
	document: INodeExecutionData,
	{ error, file }: LedgerEntry,
): INodeExecutionData {
	const { json, ...rest } = failedItem(context, error, file.itemIndex);
	if (context.getNode().onError !== 'continueErrorOutput')
		return { ...document, ...rest, json: { ...document.json, ...json } };
	const withDocument = { ...json, error: { ...(json.error as IDataObject), document: document.json } };
	// n8n would put the file into `json`. It adds the json of the input item, which has the file already.
	const isInJson = keepsFilesInJson(context);
	return { ...rest, json: withDocument, ...(isInJson ? {} : { binary: document.binary }) };
}

/** A document: what came of it, its rows, and the file itself. */
function documentLine(context: IExecuteFunctions, entry: LedgerEntry, one?: DoneExtraction): Slot {
	const { file, error } = entry;
	const json = documentJson(entry, one?.extracted, one?.documents?.get(file)) as unknown as IDataObject;
	const document = withSourceFiles({ json, pairedItem: { item: file.itemIndex } }, [file]);
	return {
		...inputPlace(entry),
		main: [error === undefined ? document : failedDocument(context, document, entry)],
	};
}

/** The documents of an extraction. What none can be found for comes last: nothing of it may be lost. */
function documentLines(context: IExecuteFunctions, one: DoneExtraction): Slot[] {
	const { documents, entries, extracted } = one;
	const unassigned = documents?.get(undefined);
	const json = unassigned && (unassignedJson(extracted, unassigned) as unknown as IDataObject);
	return [
		...madeLines(one),
		...entries.map((entry) => documentLine(context, entry, one)),
		...(json ? [{ item: Infinity, position: 0, main: [{ json, pairedItem: itemsOf(entries) }] }] : []),
	];
}

/** A file that the service does not take, for a node that converts it. It keeps what its item says, such as the sender of the mail. */
function unsupportedLine(context: IExecuteFunctions, entry: LedgerEntry): Slot {
	const { file, unsupported } = entry;
	const item = file.itemIndex;
	const json = {
		...context.getInputData()[item]?.json,
		file_name: file.fileName,
		reason: unsupported?.reason,
		next_step: unsupported?.nextStep,
	};
	return { ...inputPlace(entry), unsupported: [withSourceFiles({ json, pairedItem: { item } }, [file])] };
}

/** What the node outputs, in the order of the input. */
export function render(context: IExecuteFunctions, ledger: Ledger, choice: Output): ItemsByOutput {
	const { done, besides, refused } = ledger;
	const isByFile = choice.kind === 'documents';
	// Failed documents already have an item. Other problems of the input item follow.
	const refusals = isByFile ? refused.filter(({ isTold }) => !isTold) : refused;
	const lines = [
		...refusals.map(({ item, error }) => failedLine(context, item, error, isByFile ? Infinity : 0)),
		...(isByFile
			? extractionsIn(done).flatMap((one) => documentLines(context, one))
			: extractionLines(context, ledger, choice)),
		...[...besides.values()].flat().map((entry) => {
			if (isUnsupported(entry, choice)) return unsupportedLine(context, entry);
			return isByFile
				? documentLine(context, entry)
				: { ...inputPlace(entry), review: reviewsOf(context, entry, choice, namesBesides(entry, choice)) };
		}),
	].sort((a, b) => a.item - b.item || a.position - b.position);
	const outputs: ItemsByOutput = {
		main: [],
		...(choice.separateReview && { review: [] }),
		...(choice.questions === 'ask' && { questions: [] }),
		...(choice.unsupportedFiles === 'output' && { unsupported: [] }),
	};
	const keys = Object.keys(outputs) as Array<keyof ItemsByOutput>;
	// One by one: an extraction may have more rows than a call takes arguments.
	for (const line of lines)
		for (const key of keys) for (const item of line[key] ?? []) outputs[key]?.push(item);
	if (!isTool(context)) return outputs;
	const extractions = done.flatMap(({ extracted }) => extracted ?? []);
	return rowsForModel(outputs, choice, extractions);
}
