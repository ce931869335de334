import type { INodeExecutionData } from 'n8n-workflow';
import { notSentHints } from '../extraction/ledger/hints';
import { attempt } from '../shared/attempt';
import { concurrently } from '../shared/concurrently';
import type { ItemGroup } from './itemGroups';
import type { ItemsByOutput, OperationRun } from './operation';
import { failedItem } from './perItem';
import { preflight } from './preflight';
import { showHints } from './showHints';

/** Files of one group that go into one request. */
interface GroupJob {
	files: Array<{ itemIndex: number }>;
}

interface GroupWork<G, J> {
	/** Cuts a group into jobs, in their order. */
	jobsOf(group: G): J[];
	/** The most jobs under way at once. */
	atOnce: number;
	/** Does a job. @returns its items */
	work(job: J): Promise<INodeExecutionData[]>;
}

/** The input items that files came from, each once. */
export const itemIndexesOf = (files: Array<{ itemIndex: number }>): number[] => [
	...new Set(files.map(({ itemIndex }) => itemIndex)),
];

/**
 * Runs an operation that puts items together into requests. It checks all groups before it sends anything, and notes on the node which
 * files it does not send. A job that fails ends all, unless the node continues on fail: then each of its items fails.
 *
 * @throws the first failure
 */
export async function perGroup<G extends ItemGroup, J extends GroupJob>(
	{ context }: OperationRun,
	found: G[],
	{ jobsOf, atOnce, work }: GroupWork<G, J>,
): Promise<ItemsByOutput> {
	const { groups, refused } = preflight(context, found);
	const jobs = groups.flatMap(jobsOf);
	const items = new Map<J, INodeExecutionData[]>();
	await concurrently(jobs, atOnce, async (job) => {
		const done = await attempt(async () => await work(job));
		if (!done.ok && !context.continueOnFail()) throw done.error;
		const ofJob = itemIndexesOf(job.files);
		items.set(job, done.ok ? done.value : ofJob.map((item) => failedItem(context, done.error, item)));
	});
	const skipped = groups.flatMap((group) => group.skipped);
	const leftOut = groups.flatMap((group) => group.leftOut);
	showHints(context, notSentHints(skipped, leftOut));
	const failed = refused.map(({ item, error }) => failedItem(context, error, item));
	return { main: [...failed, ...jobs.flatMap((job) => items.get(job) ?? [])] };
}
