import type { IExecuteFunctions } from 'n8n-workflow';
import { SUBMISSION_OPTIONS } from '../../../parameters/submissionOptions';
import { problemsOf, type Checked, type Problem } from '../../../shared/problems';
import { groupItems, type ItemGroup, missingFiles } from '../../itemGroups';
import { holdBackForLinks } from './heldBack';
import { invoiceProblems } from './invoiceProblems';
import { checkAsked, isPerItem, type Asked, type Output } from './parameters';
import { SUBMISSION_ID } from '../../../parameters/ids/identifiers';

/** The items that one request is made of. */
export interface ExtractionGroup extends ItemGroup {
	/** What the request asks for, or what is wrong with that. */
	asked: Checked<Asked>;
}

/** The output Documents sorts the rows by the files that they name. */
const untoldDocuments = ({ excludeColumns }: Asked, { files, itemIndexes }: ExtractionGroup): Problem[] =>
	files.length > 1 && excludeColumns?.includes('source_file')
		? [
				{
					parameter: SUBMISSION_OPTIONS.excludeColumns.property.displayName,
					text: 'The output Documents needs the column Source File to know which file a row came from. Remove it from Exclude Columns, or choose another Output',
					itemIndex: itemIndexes.length === 1 ? itemIndexes[0] : undefined,
				},
			]
		: [];

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
 *
 * @param fetchesLinks whether to fetch the files behind links. Without them, nothing is said of these files
 */
export async function collectGroups(
	context: IExecuteFunctions,
	output: Checked<Output>,
	fetchesLinks = true,
): Promise<ExtractionGroup[]> {
	const { kind, unsupportedFiles } = output.ok ? output.value : NOT_KNOWN;
	const plan = (first: number) => {
		const asked = checkAsked(context, first);
		const id = asked.ok ? asked.value.submissionId : undefined;
		const ownId = id?.from === 'own' ? id.id : '';
		return { asked, ownId, unsupportedFiles, problems: [...problemsOf(asked)] };
	};
	const areFetched = fetchesLinks && output.ok;
	const groups = await groupItems(context, isPerItem(context), SUBMISSION_ID, plan, areFetched);
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
