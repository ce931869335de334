import { describeFailure } from '../../../api/errors/describeFailure';
import { findColumns, isInvoiceNumberName } from '../../../extraction/shapes/columns';
import { checkInvoiceColumns, GROUP_BY, HEADER_COLUMNS } from '../../../extraction/shapes/InvoiceChoice';
import { REVIEW_COLUMN, SOURCE_COLUMN } from '../../../extraction/rows/SourceIndex';
import { aboutFile } from '../../../files/upload/fileErrors';
import type { InputFile, RefusedFile } from '../../../files/input/InputFile';
import { SUBMISSION_ID } from '../../../parameters/ids/identifiers';
import { readEarlierRequests } from '../../../parameters/prompt/earlier';
import { SUBMISSION_OPTIONS } from '../../../parameters/submissionOptions';
import { ofItem, problemsOf, type Checked, type Problem, type Step } from '../../../shared/problems';
import {
	fileProblems,
	groupItems,
	keepsBack,
	missingFiles,
	problemsOfGroups,
	type ItemGroup,
} from '../../itemGroups';
import type { OperationRun } from '../../operation';
import { readDigests } from '../../../files/upload/contentDigest';
import { refuseTooManyFiles } from './fileLimit';
import { checkAsked, isPerItem, type Asked, type Output } from './parameters';

/** The items that one request is made of. */
export interface ExtractionGroup extends ItemGroup {
	/** What the request asks for, or what is wrong with that. */
	asked: Checked<Asked>;
}

const EXCLUDE = SUBMISSION_OPTIONS.excludeColumns.property.displayName;

/** Whether an output puts rows together by the file that they name. Invoices of several files may have the same number. */
function needsSource({ kind, groupBy }: Output, { outputStructure }: Asked): boolean {
	const isRowAnInvoice = groupBy.length === 0 && outputStructure === 'per_invoice';
	return (
		kind === 'documents' || (kind === 'invoices' && !isRowAnInvoice && groupBy.every(isInvoiceNumberName))
	);
}

/** What keeps rows from becoming the documents or invoices that are asked for, as far as it is known before anything is sent. */
function columnProblems(asked: Asked, { files }: ItemGroup, output: Output): Problem[] {
	const { excludeColumns = [], prompt, outputStructure } = asked;
	const excludes = (column: 'source_file' | 'review_needed') => excludeColumns.includes(column);
	const excluded = [
		...(excludes('source_file') ? [SOURCE_COLUMN] : []),
		...(excludes('review_needed') ? [REVIEW_COLUMN] : []),
	];
	const isOfInvoices = output.kind === 'invoices';
	const needed = [
		...(files.length > 1 && needsSource(output, asked) ? [SOURCE_COLUMN] : []),
		...(isOfInvoices ? [...output.groupBy, ...output.headerColumns] : []),
	];
	const missing = findColumns(needed, excluded).columns;
	if (missing.length > 0) {
		const text = `The chosen Output, ${GROUP_BY} or ${HEADER_COLUMNS} needs the column ${missing.join(', ')}. Remove it from ${EXCLUDE}, or choose otherwise there`;
		return [{ parameter: EXCLUDE, text }];
	}
	// With a prompt of text, the service names the columns.
	if (!isOfInvoices || typeof prompt === 'string') return [];
	const columns = [...prompt.fields.map(({ name }) => name), SOURCE_COLUMN, REVIEW_COLUMN];
	const known = columns.filter((column) => !excluded.includes(column));
	return problemsOf(checkInvoiceColumns(output, known, outputStructure !== 'per_line_item'));
}

const HELD_BACK =
	'Not sent, because another file of the same request could not be read. Sent without that file, it would be charged again once the file can be read';

const WITHOUT_THE_FILE: Step = ({ isTool }) =>
	`Run again with the same input. If the file still cannot be read, remove it${isTool ? '' : ', or set Group Files to Each Item Separately'}.`;

/** Keeps a request back: the files that are all right are not sent either, and their items are told why. */
function holdBack(group: ItemGroup, { code, retryable }: Problem): void {
	for (const problem of fileProblems(group)) problem.holdsBack = true;
	group.heldBack = { text: HELD_BACK, nextStep: WITHOUT_THE_FILE, code, retryable, holdsBack: true };
}

/**
 * Keeps a request back if one of its links may work the next time. The next run has the file, so its request has another ID: it would
 * pay again for all that was sent without the file. A link that fails for good fails its item alone.
 */
function holdBackForLinks(group: ItemGroup): void {
	const passing = group.refused.find(({ problem }) => problem.retryable);
	if (passing && group.files.length > 0) holdBack(group, passing.problem);
}

/**
 * The same for files whose bytes the ID is made of: those that cannot be read are refused.
 *
 * @param unreadable why files of the group could not be read
 */
function holdBackForFiles(group: ItemGroup, unreadable: Map<InputFile, unknown>): void {
	const refused = group.files.flatMap((file): RefusedFile[] => {
		if (!unreadable.has(file)) return [];
		const { failure } = aboutFile({ ...file, sessionName: file.fileName }, unreadable.get(file));
		const { message: text, nextStep } = describeFailure(failure);
		const { itemIndex } = file;
		return [{ ...file, problem: { itemIndex, namesFile: true, text, nextStep, code: failure.code } }];
	});
	const [first] = refused;
	if (!first) return;
	group.files = group.files.filter((file) => !unreadable.has(file));
	group.refused.push(...refused);
	if (group.files.length > 0) holdBack(group, first.problem);
}

/**
 * Whether a group may send nothing without being a failure. The output Documents lists every file, also one that is kept out; the output
 * Unsupported lists those that the service does not take. Otherwise, the user wanted these files skipped, as long as other items have
 * files.
 */
function mayBeEmpty(
	{ skipped, leftOut }: ExtractionGroup,
	{ kind, unsupportedFiles }: Pick<Output, 'kind' | 'unsupportedFiles'>,
	othersHaveFiles: boolean,
): boolean {
	if (kind === 'documents') return skipped.length + leftOut.length > 0;
	return (othersHaveFiles || unsupportedFiles === 'output') && skipped.length > 0;
}

/** Nothing is output then, so this only decides what else is said to be wrong. */
const NOT_KNOWN: Pick<Output, 'kind' | 'unsupportedFiles'> = { kind: 'summary', unsupportedFiles: 'fail' };

/**
 * Groups the input items into requests and checks them all. Nothing is sent.
 */
export async function collectGroups(run: OperationRun, output: Checked<Output>): Promise<ExtractionGroup[]> {
	const { context } = run;
	const { kind, unsupportedFiles } = output.ok ? output.value : NOT_KNOWN;
	const earlier = await readEarlierRequests(context, run.api);
	const plan = (first: number) => {
		const asked = checkAsked(context, first, earlier);
		const id = asked.ok ? asked.value.submissionId : undefined;
		const ownId = id?.from === 'own' ? id.id : '';
		return { asked, ownId, unsupportedFiles, problems: [...problemsOf(asked)] };
	};
	const groups = await groupItems(context, isPerItem(context), SUBMISSION_ID, plan, output.ok);
	const othersHaveFiles = groups.some(({ files }) => files.length > 0);
	for (const [index, group] of groups.entries()) {
		const { asked, itemIndexes, problems } = group;
		// They are the same for all groups. Each group needs them only if it fails on its own.
		if (index === 0 || context.continueOnFail()) problems.push(...problemsOf(output));
		if (!mayBeEmpty(group, { kind, unsupportedFiles }, othersHaveFiles))
			problems.push(...missingFiles(context, group));
		if (asked.ok && output.ok) {
			const found = columnProblems(asked.value, group, output.value);
			problems.push(...(itemIndexes.length === 1 ? ofItem(itemIndexes[0] ?? 0, found) : found));
		}
		if (context.continueOnFail()) holdBackForLinks(group);
	}
	const [first] = groups;
	await refuseTooManyFiles(run, groups, first?.asked.ok ? first.asked.value.maximumFiles : undefined);
	return groups;
}

/**
 * Reads the files of the groups whose requests are known by their contents. If one cannot be read, its group is held back.
 *
 * @throws ServiceError when the execution is stopped
 */
export async function readForIds(
	{ api: { signal }, context }: OperationRun,
	groups: ExtractionGroup[],
): Promise<void> {
	const stops = !context.continueOnFail() && problemsOfGroups(groups).length > 0;
	const read = groups.filter(
		(group) =>
			!stops &&
			keepsBack(group).length === 0 &&
			group.asked.ok &&
			group.asked.value.submissionId.from === 'files',
	);
	const unreadable = new Map<InputFile, unknown>();
	const files = read.flatMap(({ files: own }) => own);
	await readDigests(files, signal, (file, error) => unreadable.set(file, error));
	for (const group of read) holdBackForFiles(group, unreadable);
}
