import type { IExecuteFunctions } from 'n8n-workflow';
import { describeFailure } from '../../../api/errors/describeFailure';
import { findColumns } from '../../../extraction/rows/invoices/columns';
import {
	checkInvoiceColumns,
	GROUP_BY,
	HEADER_COLUMNS,
	namesOnlyNumber,
	type InvoiceChoice,
} from '../../../extraction/rows/invoices/InvoiceChoice';
import { REVIEW_COLUMN, SOURCE_COLUMN } from '../../../extraction/rows/SourceIndex';
import { aboutFile } from '../../../files/fileErrors';
import type { InputFile, RefusedFile } from '../../../files/input/InputFile';
import { SUBMISSION_ID } from '../../../parameters/ids/identifiers';
import { SUBMISSION_OPTIONS } from '../../../parameters/submissionOptions';
import { ofItem, problemsOf, type Checked, type Problem, type Step } from '../../../shared/problems';
import { fileProblems, groupItems, missingFiles, type ItemGroup } from '../../itemGroups';
import { checkAsked, isPerItem, type Asked, type Output } from './parameters';

/** The items that one request is made of. */
export interface ExtractionGroup extends ItemGroup {
	/** What the request asks for, or what is wrong with that. */
	asked: Checked<Asked>;
}

const EXCLUDE = SUBMISSION_OPTIONS.excludeColumns.property.displayName;

/** The columns of the service that are left out. */
function excludedColumns({ excludeColumns }: Asked): string[] {
	const excluded = new Set(excludeColumns);
	return [
		...(excluded.has('source_file') ? [SOURCE_COLUMN] : []),
		...(excluded.has('review_needed') ? [REVIEW_COLUMN] : []),
	];
}

/** With a prompt of text, the service names the columns. Those that it leaves out are known all the same. */
const namedButExcluded = (asked: Asked, { groupBy, headerColumns }: InvoiceChoice): Problem[] =>
	[
		{ parameter: GROUP_BY, names: groupBy },
		{ parameter: HEADER_COLUMNS, names: headerColumns },
	].flatMap(({ parameter, names }) =>
		findColumns(names, excludedColumns(asked)).columns.map((column) => ({
			parameter,
			text: `The column ${column} is excluded by ${EXCLUDE}. Remove it there or here`,
		})),
	);

/** The columns that become invoices have to be among those that are asked for. */
function unknownColumns(asked: Asked, choice: InvoiceChoice): Problem[] {
	const { prompt, outputStructure } = asked;
	if (typeof prompt === 'string') return namedButExcluded(asked, choice);
	const excluded = new Set(excludedColumns(asked));
	const columns = [
		...prompt.fields.map(({ name }) => name),
		...[SOURCE_COLUMN, REVIEW_COLUMN].filter((column) => !excluded.has(column)),
	];
	return problemsOf(checkInvoiceColumns(choice, columns, outputStructure !== 'per_line_item'));
}

/** Without Source File, invoices of several files can be mixed up. That is fine if each row is an invoice, or Group By has more than the number. */
function untoldFiles(asked: Asked, choice: InvoiceChoice): Problem[] {
	const isRowAnInvoice = choice.groupBy.length === 0 && asked.outputStructure === 'per_invoice';
	if (isRowAnInvoice || !namesOnlyNumber(choice) || !excludedColumns(asked).includes(SOURCE_COLUMN))
		return [];
	return [
		{
			parameter: EXCLUDE,
			text: `The output Invoices with Lines needs the column Source File. Without it, invoices with the same number from several files become one. Remove it from ${EXCLUDE}, or add a column to ${GROUP_BY} that identifies them, such as the supplier`,
		},
	];
}

/** What keeps the rows of a request from becoming invoices, as far as it is known before anything is sent. */
function invoiceProblems(asked: Asked, { files, itemIndexes }: ItemGroup, choice: InvoiceChoice): Problem[] {
	const unknown = unknownColumns(asked, choice);
	const found = unknown.length === 0 && files.length > 1 ? untoldFiles(asked, choice) : unknown;
	return itemIndexes.length === 1 ? ofItem(itemIndexes[0] ?? 0, found) : found;
}

/** The output Documents sorts the rows by the files that they name. */
const untoldDocuments = ({ excludeColumns }: Asked, { files, itemIndexes }: ExtractionGroup): Problem[] =>
	files.length > 1 && excludeColumns?.includes('source_file')
		? [
				{
					parameter: EXCLUDE,
					text: 'The output Documents needs the column Source File to know which file a row came from. Remove it from Exclude Columns, or choose another Output',
					itemIndex: itemIndexes.length === 1 ? itemIndexes[0] : undefined,
				},
			]
		: [];

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
export function holdBackForFiles(group: ItemGroup, unreadable: Map<InputFile, unknown>): void {
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
export async function collectGroups(
	context: IExecuteFunctions,
	output: Checked<Output>,
): Promise<ExtractionGroup[]> {
	const { kind, unsupportedFiles } = output.ok ? output.value : NOT_KNOWN;
	const plan = (first: number) => {
		const asked = checkAsked(context, first);
		const id = asked.ok ? asked.value.submissionId : undefined;
		const ownId = id?.from === 'own' ? id.id : '';
		return { asked, ownId, unsupportedFiles, problems: [...problemsOf(asked)] };
	};
	const groups = await groupItems(context, isPerItem(context), SUBMISSION_ID, plan, output.ok);
	const othersHaveFiles = groups.some(({ files }) => files.length > 0);
	for (const [index, group] of groups.entries()) {
		const { asked, problems } = group;
		// They are the same for all groups. Each group needs them only if it fails on its own.
		if (index === 0 || context.continueOnFail()) problems.push(...problemsOf(output));
		if (!mayBeEmpty(group, { kind, unsupportedFiles }, othersHaveFiles))
			problems.push(...missingFiles(context, group));
		if (asked.ok && kind === 'documents') problems.push(...untoldDocuments(asked.value, group));
		if (asked.ok && output.ok && kind === 'invoices')
			problems.push(...invoiceProblems(asked.value, group, output.value));
		if (context.continueOnFail()) holdBackForLinks(group);
	}
	return groups;
}
