import { attempt, type Attempt } from '../../../api/ServiceError';
import { extract, type Batch, type Extracted } from '../../../extraction/extract';
import { hintsFor } from '../../../extraction/hints';
import { summaryOf } from '../../../extraction/summary';
import { concurrently } from '../../../files/concurrently';
import { uploadPool } from '../../../files/upload';
import { preflight } from '../../fileGroups';
import type { Operation, Outputs, Run } from '../../operation';
import { failedItem } from '../../perItem';
import { batchesOf } from './batches';
import { extractDocumentsFields } from './fields';
import { collectGroups, type Group } from './groups';
import { outputsOf } from './outputs';
import { readOutputChoice, type OutputChoice } from './parameters';

/** Extractions under way at once: enough to use the waiting time, few enough not to hit the service's own limit. */
const EXTRACTIONS_AT_ONCE = 5;

interface Job {
	group: Group;
	batch: Batch;
	result?: Attempt<{ extracted: Extracted; outputs: Outputs }>;
}

async function runJobs({ context, api }: Run, jobs: Job[], choice: OutputChoice): Promise<void> {
	const pool = uploadPool();
	await concurrently(jobs, EXTRACTIONS_AT_ONCE, async (job) => {
		const { parameters, skipped } = job.group;
		job.result = await attempt(async () => {
			const extracted = await extract(api, job.batch, pool, {
				deadline: Date.now() + parameters.maximumWaitMs,
				acceptRecommendations: parameters.questions === 'accept',
				cancelWhenStopped: parameters.cancelWhenStopped,
			});
			return { extracted, outputs: await outputsOf(api, context, extracted, choice, skipped) };
		});
		if (!job.result.ok && !context.continueOnFail()) throw job.result.error;
	});
}

function addHints({ context }: Run, groups: Group[], jobs: Job[]): void {
	const summaries = jobs.flatMap(({ result }) => (result?.ok ? [summaryOf(result.value.extracted, [])] : []));
	const skipped = groups.flatMap((group) => group.skipped);
	const [first] = groups;
	const hints = hintsFor(summaries, skipped, first?.parameters.warnBelowCredits ?? 0);
	context.addExecutionHints(...hints.map((hint) => ({ ...hint, location: 'outputPane' as const })));
}

export const extractDocuments: Operation = {
	name: 'Extract Documents',
	value: 'extractDocuments',
	action: 'Extract documents',
	description: 'Upload documents, extract their data and get the rows, in one step',
	fields: extractDocumentsFields,
	async execute(run) {
		const { context } = run;
		const choice = readOutputChoice(context);
		const { groups, failed } = preflight(context, await collectGroups(context));
		const jobs: Job[] = groups.flatMap((group) =>
			batchesOf(context, group).map((batch) => ({ group, batch })),
		);
		await runJobs(run, jobs, choice);
		addHints(run, groups, jobs);
		const outputs: Outputs = { main: [...failed], ...(choice.separateReview ? { review: [] } : {}) };
		for (const { batch, result } of jobs) {
			if (!result?.ok) {
				for (const itemIndex of new Set(batch.files.map((file) => file.itemIndex)))
					outputs.main.push(failedItem(context, result?.error, itemIndex));
				continue;
			}
			for (const item of result.value.outputs.main) outputs.main.push(item);
			for (const item of result.value.outputs.review ?? []) outputs.review?.push(item);
		}
		return outputs;
	},
};
