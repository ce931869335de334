import type { IExecuteFunctions } from 'n8n-workflow';
import { problemsOf, type Checked } from '../../../shared/problems';
import { sessionProblems } from '../../../files/input/fileChecks';
import { SUBMISSION_ID } from '../submissionId';
import type { OutputSettings } from './outputSettings';
import { readParameters, type Parameters } from './parameters';
import { addSharedIdProblems, collectFiles, type ItemGroup, missingFiles } from '../../itemGroups';

/** The items that one request is made of. */
export interface ExtractionGroup extends ItemGroup {
	parameters: Parameters;
}

/** Groups the input items into requests and checks them all. Nothing is sent. */
export async function collectGroups(
	context: IExecuteFunctions,
	output: Checked<OutputSettings>,
): Promise<ExtractionGroup[]> {
	const all = context.getInputData().map((_, itemIndex) => itemIndex);
	const perItem = context.getNodeParameter('create', 0) === 'perItem';
	const groups: ExtractionGroup[] = [];
	for (const itemIndexes of perItem ? all.map((itemIndex) => [itemIndex]) : [all]) {
		const parameters = readParameters(context, itemIndexes[0] ?? 0);
		const found = await collectFiles(context, itemIndexes, parameters.skipUnsupportedFiles);
		groups.push({ itemIndexes, parameters, ...found, problems: [...parameters.problems] });
	}
	addSharedIdProblems(groups, SUBMISSION_ID, ({ parameters }) => parameters.submissionId);
	const hasFiles = groups.some(({ files }) => files.length > 0);
	for (const [index, group] of groups.entries()) {
		// They are the same for all groups. Each group needs them only if it fails on its own.
		if (index === 0 || context.continueOnFail()) group.problems.push(...problemsOf(output));
		// The user wanted these files skipped: that is no failure as long as other items have files.
		if (!hasFiles || group.skipped.length === 0) group.problems.push(...missingFiles(context, group));
		if (!group.parameters.splitLargeBatches) group.problems.push(...sessionProblems(group.files));
	}
	return groups;
}
