import { baselineFrom } from './baseline';
import { newScan, oldestOf, type Scan } from './findings';
import { ask, type ListStepQuery, type Plan, type Steps } from './steps';

/** The creation times between which to list, both inclusive like the contract's. */
export const between = (
	from: number,
	to: number | null,
): Pick<ListStepQuery, 'created_after' | 'created_before'> => ({
	created_after: from > 0 ? new Date(from).toISOString() : undefined,
	// The service may count finer than milliseconds: one more includes all of the last one.
	created_before: to === null ? undefined : new Date(to + 1).toISOString(),
});

/**
 * Reads further pages of a list until it ends, the pages are used up or there is no more time. If the service says that there is more but gives
 * no cursor, the list is cut short, like one that takes too long.
 */
function* read<Item, Status, Payload>(
	plan: Plan<Item, Status, Payload>,
	kind: 'newest' | 'backlog' | 'processing',
	scan: Scan<Item>,
	most: number,
	done: (scan: Scan<Item>) => boolean = () => false,
): Steps<Item, Status, Payload, void> {
	const status = kind === 'processing' ? ('processing' as const) : undefined;
	const { pageSize: limit } = plan.options.limits;
	for (let left = Math.max(1, most); left > 0; left--) {
		if (scan.exhausted || (scan.pages.length > 0 && (scan.cursor === null || done(scan)))) return;
		const query = { status, ...between(scan.from, scan.to), cursor: scan.cursor ?? undefined, limit };
		const result = yield* ask(plan, { kind, query });
		plan.pages -= 1;
		if (result.kind === 'staleCursor' && scan.cursor !== null && scan.pages.length === 0) {
			scan.cursor = null;
			left += 1;
			continue;
		}
		if (result.kind !== 'page') return;
		const { receivedMs, serviceMs } = result;
		if (scan.pages.length === 0) Object.assign(scan, { receivedMs, serviceMs });
		scan.pages.push({ cursor: scan.cursor, items: result.extractions });
		for (const extraction of result.extractions) scan.items.push(extraction);
		scan.cursor = result.nextCursor;
		scan.exhausted = !result.hasMore;
	}
}

/** The first poll: what is open. Everything back to the depth, and those in processing at any age. */
export function* readBaseline<Item, Status, Payload>(
	plan: Plan<Item, Status, Payload>,
): Steps<Item, Status, Payload, void> {
	const { findings, options } = plan;
	const newest = newScan<Item>(0, null);
	const deepEnough = (scan: Scan<Item>): boolean => oldestOf(scan) < baselineFrom(scan, options.limits);
	yield* read(plan, 'newest', newest, options.limits.pagesPerPoll, deepEnough);
	if (newest.pages.length > 0) findings.newest = newest;
	const processing = newScan<Item>(0, null);
	yield* read(plan, 'processing', processing, options.limits.pagesPerPoll);
	if (processing.pages.length > 0) findings.processing = processing;
}

/** The newest. While there is a backlog, one page: the backlog has to come to an end first. */
export function* readNewest<Item, Status, Payload>(
	plan: Plan<Item, Status, Payload>,
): Steps<Item, Status, Payload, void> {
	const { state, findings } = plan;
	if (!state) return;
	const scan = newScan<Item>(state.windowStart, null);
	yield* read(plan, 'newest', scan, state.backlog ? 1 : plan.pages);
	if (scan.pages.length > 0) findings.newest = scan;
}

/** The next part of the backlog. */
export function* readBacklog<Item, Status, Payload>(
	plan: Plan<Item, Status, Payload>,
	most: number,
): Steps<Item, Status, Payload, void> {
	const { state, findings } = plan;
	if (!state?.backlog) return;
	const { from, to, cursor = null } = state.backlog;
	const scan = findings.backlog ?? newScan<Item>(from, to, cursor);
	yield* read(plan, 'backlog', scan, most);
	// That the cursor was refused counts, even if there was no time for more.
	if (scan.pages.length > 0 || scan.cursor !== scan.resumedAt) findings.backlog = scan;
}

/** Those in processing that were created between two times. */
export function* readProcessing<Item, Status, Payload>(
	plan: Plan<Item, Status, Payload>,
	times: readonly number[],
	most: number,
): Steps<Item, Status, Payload, void> {
	const { findings } = plan;
	const [from, to] = [Math.min(...times), Math.max(...times)];
	const scan = findings.processing ?? newScan<Item>(from, to);
	yield* read(plan, 'processing', scan, most);
	if (scan.pages.length > 0) findings.processing = scan;
}
