import { baselineFrom } from './baseline';
import { newScan, oldestOf, type Findings, type Scan } from './findings';
import type { TriggerState } from './state';
import type { PollOptions, Steps } from './steps';
import type { Survey } from './survey';
import { createdAfter, createdBefore } from './window';

/** Follows one list, page by page, until the scan is done, the pages are used up or there is no more time. */
function* follow<Item, Status, Payload>(
	scan: Scan<Item>,
	status: 'processing' | undefined,
	{ limits }: PollOptions,
	pages: number,
	done: (scan: Scan<Item>) => boolean = () => false,
): Steps<Item, Status, Payload, { pages: number; stopped: boolean }> {
	for (let page = 0; page < pages; page++) {
		const answer = yield {
			kind: 'list',
			query: {
				status,
				created_after: createdAfter(scan.from),
				created_before: scan.to === null ? undefined : createdBefore(scan.to),
				cursor: scan.cursor ?? undefined,
				limit: limits.pageSize,
			},
		};
		if (answer.kind === 'staleCursor' && scan.resumedAt !== null && page === 0) {
			scan.cursor = null;
			scan.resumedAt = null;
			continue;
		}
		if (answer.kind !== 'page') return { pages: page, stopped: true };
		scan.receivedMs ??= answer.receivedMs;
		for (const extraction of answer.extractions) scan.items.push(extraction);
		scan.cursor = answer.nextCursor;
		scan.exhausted = answer.nextCursor === null;
		if (scan.exhausted || done(scan)) return { pages: page + 1, stopped: false };
	}
	return { pages, stopped: false };
}

const listed = <Item>(scan: Scan<Item>, pages: number): Scan<Item> | null => (pages > 0 ? scan : null);

/** The first poll: what is open. Everything back to the depth, and those in processing at any age. */
export function* listBaseline<Item, Status, Payload>(
	findings: Findings<Item, Status, Payload>,
	options: PollOptions,
): Steps<Item, Status, Payload, void> {
	const { pagesPerPoll: pages } = options.limits;
	const newest = newScan<Item>(0, null);
	const deepEnough = (scan: Scan<Item>): boolean => oldestOf(scan) < baselineFrom(scan, options.limits);
	const first = yield* follow<Item, Status, Payload>(newest, undefined, options, pages, deepEnough);
	findings.newest = listed(newest, first.pages);
	if (first.stopped) return;
	const processing = newScan<Item>(0, null);
	const second = yield* follow<Item, Status, Payload>(processing, 'processing', options, pages);
	findings.processing = listed(processing, second.pages);
}

/** Every other poll: the newest, the next part of the backlog, and those in processing where that saves requests. */
export function* listChanges<Item, Status, Payload>(
	{ backlog, tracked }: TriggerState,
	survey: Survey,
	findings: Findings<Item, Status, Payload>,
	options: PollOptions,
): Steps<Item, Status, Payload, void> {
	const { pagesPerPoll, remembered } = options.limits;
	// With no room for what a backlog may bring, it would only be read in vain.
	const stretches = tracked.size < remembered ? backlog : [];
	const share = stretches.length > 0 ? Math.max(1, Math.floor(pagesPerPoll / 2)) : pagesPerPoll;
	const newest = newScan<Item>(survey.from, null);
	const first = yield* follow<Item, Status, Payload>(newest, undefined, options, share);
	findings.newest = listed(newest, first.pages);
	if (first.stopped) return;

	let left = Math.max(1, pagesPerPoll - first.pages);
	for (const { from, to, cursor } of stretches) {
		if (left <= 0) break;
		const scan = newScan<Item>(from, to, cursor);
		const next = yield* follow<Item, Status, Payload>(scan, undefined, options, left);
		if (next.pages > 0) findings.backlog.push(scan);
		if (next.stopped) return;
		left -= next.pages;
	}
	if (!survey.processing) return;
	const processing = newScan<Item>(survey.processing.from, survey.processing.to);
	const last = yield* follow<Item, Status, Payload>(processing, 'processing', options, Math.max(1, left));
	findings.processing = listed(processing, last.pages);
}
