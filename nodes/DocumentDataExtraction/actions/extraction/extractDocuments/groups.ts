import type { IExecuteFunctions } from 'n8n-workflow';
import { problemsOf, type Checked, type Problem } from '../../../shared/problems';
import { sessionProblems } from '../../../files/input/fileChecks';
import { readChosen } from '../../../parameters/choices';
import { groupFilesProperty } from './properties';
import { SUBMISSION_OPTIONS } from '../../../parameters/submissionOptions';
import { invoiceProblems } from './invoiceProblems';
import { NO_SETTINGS, readUnsupportedFiles, type OutputSettings } from './outputSettings';
import { readParameters, type ExtractParameters } from './parameters';
import { ownSubmissionIdProperty } from './preventDuplicates';
import { fetchItemLinks } from '../../itemLinks';
import { holdBackForLinks } from './heldBack';
import { addSharedIdProblems, collectFiles, type ItemGroup, missingFiles } from '../../itemGroups';

/** The items that one request is made of. */
export interface ExtractionGroup extends ItemGroup {
	parameters: ExtractParameters;
}

/** The output Documents sorts the rows by the files that they name. */
const untoldDocuments = ({ parameters, files, itemIndexes }: ExtractionGroup): Problem[] =>
	files.length > 1 && parameters.options?.exclude_columns?.includes('source_file')
		? [
				{
					parameter: SUBMISSION_OPTIONS.excludeColumns.displayName,
					text: 'The output Documents needs the column Source File to know which file a row came from. Remove it from Exclude Columns, or choose another Output',
					itemIndex: itemIndexes.length === 1 ? itemIndexes[0] : undefined,
				},
			]
		: [];

/**
 * Whether a group that sends nothing is no failure. The output Documents lists every file, also one that is kept out; the output
 * Unsupported lists those that the service does not take. Otherwise, the user wanted these files skipped, as long as other items have
 * files.
 */
function isToldWithoutFiles(
	{ skipped, leftOut }: ExtractionGroup,
	{ kind, unsupportedFiles }: OutputSettings,
	othersHaveFiles: boolean,
): boolean {
	if (kind === 'documents') return skipped.length + leftOut.length > 0;
	return (othersHaveFiles || unsupportedFiles === 'output') && skipped.length > 0;
}

/**
 * Groups the input items into requests and checks them all. Nothing is sent.
 *
 * @param fetchesLinks whether to fetch the files behind links. Without them, nothing is said of these files
 */
export async function collectGroups(
	context: IExecuteFunctions,
	output: Checked<OutputSettings>,
	fetchesLinks = true,
): Promise<ExtractionGroup[]> {
	const all = context.getInputData().map((_, itemIndex) => itemIndex);
	const perItem = readChosen(context, 0, groupFilesProperty.name, [groupFilesProperty]) === 'perItem';
	const planned = (perItem ? all.map((itemIndex) => [itemIndex]) : [all]).map((itemIndexes) => {
		const parameters = readParameters(context, itemIndexes[0] ?? 0);
		return { itemIndexes, parameters, problems: [...parameters.problems, ...problemsOf(output)] };
	});
	const linked = fetchesLinks ? await fetchItemLinks(context, planned) : undefined;
	const unsupportedFiles = readUnsupportedFiles(context);
	const groups: ExtractionGroup[] = [];
	for (const { itemIndexes, parameters } of planned) {
		const found = await collectFiles(context, itemIndexes, unsupportedFiles, linked);
		groups.push({ itemIndexes, parameters, ...found, problems: [...parameters.problems] });
	}
	addSharedIdProblems(groups, ownSubmissionIdProperty.displayName, ({ parameters: { submissionId } }) =>
		submissionId.from === 'own' ? submissionId.id : '',
	);
	const settings = output.ok ? output.value : NO_SETTINGS;
	const othersHaveFiles = groups.some(({ files }) => files.length > 0);
	for (const [index, group] of groups.entries()) {
		// They are the same for all groups. Each group needs them only if it fails on its own.
		if (index === 0 || context.continueOnFail()) group.problems.push(...problemsOf(output));
		if (!isToldWithoutFiles(group, settings, othersHaveFiles))
			group.problems.push(...missingFiles(context, group));
		if (settings.kind === 'documents') group.problems.push(...untoldDocuments(group));
		if (settings.kind === 'invoices') group.problems.push(...invoiceProblems(group, settings.invoices));
		if (!group.parameters.splitLargeBatches) group.problems.push(...sessionProblems(group.files));
		if (context.continueOnFail()) holdBackForLinks(group);
	}
	return groups;
}
