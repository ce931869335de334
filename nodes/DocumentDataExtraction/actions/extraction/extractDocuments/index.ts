import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { hintsFor } from '../../../extraction/hints';
import { summaryOf } from '../../../extraction/summary';
import { preflight } from '../../preflight';
import type { Operation, Outputs } from '../../operation';
import { failedItem } from '../../perItem';
import { batchesOf } from './batches';
import { extractDocumentsFields } from './fields';
import { collectGroups, type Group } from './groups';
import { runJobs, type Job } from './jobs';
import { readOutputChoice } from './outputChoice';

function addHints(context: IExecuteFunctions, groups: Group[], jobs: Job[]): void {
	const summaries = jobs.flatMap(({ result }) => (result?.ok ? [summaryOf(result.value.extracted, [])] : []));
	const skipped = groups.flatMap((group) => group.skipped);
	const [first] = groups;
	const hints = hintsFor(summaries, skipped, first?.parameters.warnBelowCredits ?? 0);
	context.addExecutionHints(...hints.map((hint) => ({ ...hint, location: 'outputPane' as const })));
}

const itemsOf = ({ batch }: Job): number[] => [...new Set(batch.files.map(({ itemIndex }) => itemIndex))];

function outputsOfJob(context: IExecuteFunctions, job: Job): Outputs {
	const { result } = job;
	if (result?.ok) return result.value.outputs;
	return { main: itemsOf(job).map((itemIndex) => failedItem(context, result?.error, itemIndex)) };
}

/** What comes out, in the order of the input items. */
function gather(context: IExecuteFunctions, jobs: Job[], failed: INodeExecutionData[]): Required<Outputs> {
	const parts = [
		...failed.map((item) => ({ at: (item.pairedItem as { item: number }).item, outputs: { main: [item] } })),
		...jobs.map((job) => ({ at: itemsOf(job)[0] ?? 0, outputs: outputsOfJob(context, job) })),
	].sort((a, b) => a.at - b.at);
	const all: Required<Outputs> = { main: [], review: [] };
	for (const { outputs } of parts as Array<{ outputs: Outputs }>) {
		for (const item of outputs.main) all.main.push(item);
		for (const item of outputs.review ?? []) all.review.push(item);
	}
	return all;
}

export const extractDocuments: Operation = {
	name: 'Extract Documents',
	value: 'extractDocuments',
	action: 'Extract documents',
	description: 'Upload documents, extract their data and get the rows, in one step',
	fields: extractDocumentsFields,
	async check(context) {
		const groups = await collectGroups(context, readOutputChoice(context));
		return groups.flatMap(({ problems, fileProblems }) => [...problems, ...fileProblems]);
	},
	async execute(run) {
		const { context } = run;
		const choice = readOutputChoice(context);
		const { groups, failed } = preflight(context, await collectGroups(context, choice));
		const jobs: Job[] = groups.flatMap((group) =>
			batchesOf(context, group).map((batch) => ({ group, batch })),
		);
		await runJobs(run, jobs, choice);
		addHints(context, groups, jobs);
		const { main, review } = gather(context, jobs, failed);
		return choice.separateReview ? { main, review } : { main };
	},
};
