import type { INodeExecutionData } from 'n8n-workflow';
import { notSentHints } from '../extraction/ledger/hints';
import { attempt, type Attempt } from '../shared/attempt';
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

interface GroupWork<G, J, R> {
	/** Cuts a group into jobs, in their order. */
	jobsOf(group: G): J[];
	/** The most jobs under way at once. */
	atOnce: number;
	work(job: J): Promise<R>;
	toItems(job: J, result: R): INodeExecutionData[];
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
export async function perGroup<G extends ItemGroup, J extends GroupJob, R>(
	{ context }: OperationRun,
	found: G[],
	{ jobsOf, atOnce, work, toItems }: GroupWork<G, J, R>,
): Promise<ItemsByOutput> {
	const { groups, refused } = preflight(context, found);
	const jobs = groups.flatMap(jobsOf);
	const results = new Map<J, Attempt<R>>();
	await concurrently(jobs, atOnce, async (job) => {
		const result = await attempt(async () => await work(job));
		if (!result.ok && !context.continueOnFail()) throw result.error;
		results.set(job, result);
	});
	const skipped = groups.flatMap((group) => group.skipped);
	const leftOut = groups.flatMap((group) => group.leftOut);
	showHints(context, notSentHints(skipped, leftOut));
	const main = refused.map(({ item, error }) => failedItem(context, error, item));
	for (const [job, result] of jobs.map((one) => [one, results.get(one)] as const)) {
		if (result?.ok) for (const item of toItems(job, result.value)) main.push(item);
		else
			for (const itemIndex of itemIndexesOf(job.files))
				main.push(failedItem(context, result?.error, itemIndex));
	}
	return { main };
}
