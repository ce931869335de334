import { getCreditBalance } from '../../../api/endpoints/credits';
import { findColumns, isInvoiceNumberName } from '../../../extraction/shapes/columns';
import { checkInvoiceColumns, GROUP_BY, HEADER_COLUMNS } from '../../../extraction/shapes/InvoiceChoice';
import { REVIEW_COLUMN, SOURCE_COLUMN } from '../../../extraction/rows/SourceIndex';
import { SUBMISSION_ID } from '../../../parameters/ids/identifiers';
import { readEarlierRequests } from '../../../parameters/prompt/earlier';
import { SUBMISSION_OPTIONS } from '../../../parameters/submissionOptions';
import { attempt } from '../../../shared/attempt';
import { ofItem, problemsOf, type Checked, type Problem } from '../../../shared/problems';
import type { GroupRequest } from '../../batches';
import { groupItems } from '../../groupItems';
import { missingFiles, separateFiles, withProblems, type ItemGroup } from '../../itemGroups';
import type { OperationRun } from '../../operation';
import { readForIds } from '../../preflight';
import { asksOf, checkAsked, groupingOf, type RunRequest, type Output } from './parameters';

/** The items that one request is made of. */
export interface ExtractionGroup extends ItemGroup {
	/** What the request asks for, or what is wrong with that. */
	asked: Checked<RunRequest>;
}

/** A request of a group, to become an extraction. */
export interface ExtractionJob extends GroupRequest<ExtractionGroup> {
	asked: RunRequest;
}

/** Whether the ID of its request is made of the contents of its files. */
const isByContents = ({ asked }: ExtractionGroup): boolean =>
	asked.ok && asked.value.submissionId.from === 'files';

const MAXIMUM_FILES = 'Maximum Files per Run';

const EXCLUDE = SUBMISSION_OPTIONS.excludeColumns.property.displayName;

/** Whether an output puts rows together by the file that they name. Invoices of several files may have the same number. */
function needsSource({ kind, groupBy }: Output, { outputStructure }: RunRequest): boolean {
	const isRowAnInvoice = groupBy.length === 0 && outputStructure === 'per_invoice';
	return (
		kind === 'documents' || (kind === 'invoices' && !isRowAnInvoice && groupBy.every(isInvoiceNumberName))
	);
}

/** What keeps rows from becoming the documents or invoices that are asked for, as far as it is known before anything is sent. */
function columnProblems(asked: RunRequest, { files }: ItemGroup, output: Output): Problem[] {
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

/**
 * Whether a group may send nothing without being a failure: other items have files, and a note says that these have none, or that they were
 * skipped. The output Documents lists every file, also one that is kept out; the output Unsupported lists those that the service does not
 * take.
 */
function mayBeEmpty(
	{ skipped, leftOut }: ExtractionGroup,
	{ kind, unsupportedFiles }: Pick<Output, 'kind' | 'unsupportedFiles'>,
	othersHaveFiles: boolean,
): boolean {
	if (kind === 'documents' && skipped.length + leftOut.length > 0) return true;
	return othersHaveFiles || (unsupportedFiles === 'output' && skipped.length > 0);
}

/** For invalid output settings: nothing is output, so this only affects which other problems are listed. */
const NOT_KNOWN: Pick<Output, 'kind' | 'unsupportedFiles'> = { kind: 'summary', unsupportedFiles: 'fail' };

/** Keeps a whole run back if it has more files than the user allows: whoever connects the wrong folder learns it before it is paid. */
async function tooManyFiles({ api }: OperationRun, groups: ExtractionGroup[]): Promise<Problem[]> {
	const [first] = groups;
	const { maximumFiles: most = Infinity } = first?.asked.ok ? first.asked.value : {};
	const files = groups.reduce((sum, group) => sum + group.files.length, 0);
	if (files <= most) return [];
	const read = await attempt(async () => await getCreditBalance(api));
	const left = read.ok ? read.value.credits_balance - (read.value.credits_reserved ?? 0) : undefined;
	const credits = left === undefined ? '' : ` You have ${left} credits, and each page costs one.`;
	const text = `This run has ${files} files, and ${most} are allowed. Nothing was sent.${credits} Raise the option, or send fewer files`;
	return [{ parameter: MAXIMUM_FILES, text }];
}

/**
 * Groups the input items into requests, checks them all, and reads the files whose contents make their IDs. Nothing is sent.
 *
 * @throws ServiceError when the execution is stopped
 */
export async function collectGroups(run: OperationRun, output: Checked<Output>): Promise<ExtractionGroup[]> {
	const { api, context } = run;
	const { kind, unsupportedFiles } = output.ok ? output.value : NOT_KNOWN;
	const earlier = await readEarlierRequests(context, api);
	const plan = (first: number) => {
		const asked = checkAsked(context, first, earlier);
		const id = asked.ok ? asked.value.submissionId : undefined;
		const ownId = id?.from === 'own' ? id.id : '';
		return { asked, asks: asksOf(asked), ownId, unsupportedFiles, problems: problemsOf(asked) };
	};
	const grouping = groupingOf(context);
	const collected = await groupItems(context, grouping, SUBMISSION_ID, plan, output.ok);
	// What is the same for all groups is said once, unless each group fails on its own.
	const ofRun = (index: number, problems: Problem[]): Problem[] =>
		index === 0 || context.continueOnFail() ? problems : [];
	const othersHaveFiles = collected.some(({ files }) => files.length > 0);
	const checked = collected.map((group, index) => {
		const mayLackFiles = mayBeEmpty(group, { kind, unsupportedFiles }, othersHaveFiles);
		const missing = mayLackFiles ? [] : missingFiles(context, group);
		return withProblems(group, [...ofRun(index, problemsOf(output)), ...missing]);
	});
	const separated = grouping === 'perFile' ? separateFiles(checked, SUBMISSION_ID) : checked;
	const fitting = separated.map((group) => {
		const { asked, itemIndexes } = group;
		if (!asked.ok || !output.ok) return group;
		const columns = columnProblems(asked.value, group, output.value);
		return withProblems(group, itemIndexes.length === 1 ? ofItem(itemIndexes[0] ?? 0, columns) : columns);
	});
	const found = await readForIds(run, fitting, isByContents);
	const tooMany = await tooManyFiles(run, found);
	return found.map((group, index) => withProblems(group, ofRun(index, tooMany)));
}
