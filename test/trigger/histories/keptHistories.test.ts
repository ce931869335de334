import { SECOND } from '../model/clock';
import type { Setup } from '../model/history';
import { play } from '../model/play';
import { USUAL } from '../model/settings';

/** So few that a poll reads one page of two extractions, and the next polls have moved on by the time it ends. */
const SLOW_AND_SMALL: Setup = {
	persistence: 'memory',
	budget: 'none',
	keepsActivation: false,
	dropsOutdated: false,
	publishingMs: 0,
	limits: {
		pageSize: 2,
		pagesPerPoll: 3,
		statusesPerPoll: 3,
		processingListFrom: 2,
	},
	settings: USUAL,
	cursorStyle: 'place',
	latencyMs: 40 * SECOND,
	staysSlow: true,
};

const QUICK: Setup = {
	...SLOW_AND_SMALL,
	settings: { ...USUAL, simplify: false },
	latencyMs: 50,
	staysSlow: false,
};

/** Histories that random play once found broken. */
describe('a history that was broken once', () => {
	it('announces the end of one that only an overtaken poll has seen open', async () => {
		await play(
			SLOW_AND_SMALL,
			[],
			[
				['createMany', 0, 0],
				['burst', 7, 0],
				['createEnded', 2, 0],
			],
		);
	});

	it('announces the end of one that the trigger comes to last, hours after its activation', async () => {
		await play(
			SLOW_AND_SMALL,
			[],
			[
				['createMany', 0, 0],
				['create', 0, 0],
				['burst', 7, 0],
				['untilAPoll', 0, 0],
				['createEnded', 1, 0],
				['restart', 0, 0],
			],
		);
	});

	it('announces those that the trigger comes to last, although its first polls, at the same moment, all read the same', async () => {
		const limits = {
			...SLOW_AND_SMALL.limits,
			pagesPerPoll: 2,
			statusesPerPoll: 1,
		};
		await play(
			{ ...SLOW_AND_SMALL, limits },
			[],
			[
				['otherName', 0, 0],
				['burst', 0, 0],
				['rename', 0, 0],
				['rename', 0, 0],
			],
		);
	});

	it('announces one that stands behind a cursor of an older view of the backlog', async () => {
		await play(
			{ ...SLOW_AND_SMALL, cursorStyle: 'count' },
			[],
			[
				['createMany', 1, 0],
				['pastTheOverlap', 0, 0],
				['untilAPoll', 0, 0],
				['createEnded', 2, 0],
				['pastTheOverlap', 0, 0],
				['createEnded', 1, 0],
			],
		);
	});

	it('announces the questions of two that take turns while a poll has time for two requests only', async () => {
		await play(
			{ ...SLOW_AND_SMALL, limits: {}, settings: { ...USUAL, simplify: false }, latencyMs: 27 * SECOND },
			[],
			[
				['createMany', 0, 0],
				['untilAPoll', 0, 0],
				['ask', 0, 0],
				['ask', 7, 0],
			],
		);
	});

	it('announces questions although each call takes 20 s and no time is left for the record that the filters ask for', async () => {
		await play(
			{
				...SLOW_AND_SMALL,
				limits: {},
				settings: { ...USUAL, nameContains: 'invoices' },
				latencyMs: 20 * SECOND,
			},
			[],
			[
				['burst', 1, 0],
				['pastTheOverlap', 0, 0],
				['minutes', 1, 0],
				['ask', 0, 0],
			],
		);
	});

	it('announces an end although a poll of the former owner ends after the new owner has polled', async () => {
		await play(
			{
				...QUICK,
				persistence: 'durable',
				limits: {},
			},
			[['takeOver', 0, 0]],
			[
				['deleteAndAdd', 0, 0],
				['create', 0, 0],
				['otherScope', 0, 0],
				['off', 0, 0],
				['end', 0, 0],
			],
		);
	});

	it('announces questions although the trigger was published again during its only poll before n8n starts again', async () => {
		await play(
			{
				...QUICK,
				persistence: 'cursor',
				limits: {},
			},
			[],
			[
				['untilAPoll', 0, 0],
				['rename', 0, 0],
				['untilAPoll', 0, 0],
				['createMany', 0, 0],
				['ask', 0, 0],
				['restart', 0, 0],
			],
		);
	});

	it('announces an end once although the trigger watches another owner in between', async () => {
		await play(
			{
				...SLOW_AND_SMALL,
				persistence: 'durable',
				keepsActivation: true,
				limits: {},
				latencyMs: 50,
				staysSlow: false,
			},
			[],
			[
				['createAhead', 0, 0],
				['untilAPoll', 0, 0],
				['otherExtras', 0, 0],
				['end', 0, 0],
				['seconds', 0, 0],
				['otherScope', 0, 0],
				['untilAPoll', 0, 0],
				['otherScope', 0, 0],
			],
		);
	});

	it('announces an end although a poll of the former owner begins while the first of the new owner is under way', async () => {
		await play(
			{
				...SLOW_AND_SMALL,
				persistence: 'durable',
				limits: {},
				settings: { ...USUAL, simplify: false },
				latencyMs: 27 * SECOND,
				staysSlow: false,
			},
			[['takeOver', 0, 0]],
			[
				['seconds', 0, 0],
				['deleteAndAdd', 0, 0],
				['create', 0, 0],
				['otherScope', 0, 0],
				['off', 0, 0],
				['end', 0, 0],
			],
		);
	});

	it('rests only once all that was open when it began has been read again after a restart of n8n', async () => {
		await play(
			{
				...QUICK,
				persistence: 'durable',
				keepsActivation: true,
			},
			[],
			[
				['burst', 0, 0],
				['createMany', 3, 0],
				['minutes', 3, 0],
				['restart', 0, 0],
			],
		);
	});

	it('begins anew at a restart of n8n if there was no request left when it was published, and no event since', async () => {
		await play(
			{
				...QUICK,
				limits: {},
			},
			[['burst', 0, 0]],
			[
				['limited', 1, 0],
				['minutes', 2, 0],
				['restart', 0, 0],
				['end', 0, 0],
			],
		);
	});

	it('may announce questions again if the workflow is published during a poll, and another trigger of it goes first', async () => {
		await play(
			{
				...QUICK,
				persistence: 'durable',
				limits: { ...SLOW_AND_SMALL.limits, stateBytes: 1200 },
			},
			[['createEnded', 1, 0]],
			[
				['takeOver', 0, 0],
				['minutes', 0, 0],
				['create', 0, 0],
				['ask', 0, 0],
				['otherExtras', 0, 0],
				['latency', 4, 0],
				['latency', 0, 5],
				['duplicate', 0, 0],
				['staleCursors', 0, 0],
			],
		);
	});

	it('may announce what ended before it began if it begins anew, and the clock of n8n was set since it was published', async () => {
		await play(
			{
				...QUICK,
				limits: {},
			},
			[['burst', 0, 0]],
			[
				['takeOver', 0, 0],
				['limited', 1, 0],
				['end', 0, 0],
				['pastTheOverlap', 0, 0],
				['otherClock', 3, 0],
				['restart', 0, 0],
			],
		);
	});

	it('begins anew at a restart of n8n if it was published again during its first poll, and had no other since', async () => {
		await play(
			{
				...QUICK,
				persistence: 'cursor',
				limits: {},
			},
			[],
			[
				['untilAPoll', 0, 0],
				['otherExtras', 1, 0],
				['off', 0, 0],
				['createMany', 0, 0],
				['end', 0, 0],
				['restart', 0, 0],
			],
		);
	});

	it('rests only once it has seen what the list shows late, and has tried three times to read its record', async () => {
		await play(
			{
				...QUICK,
				limits: {},
			},
			[['createLate', 4, 0]],
			[
				['end', 0, 0],
				['minutes', 2, 0],
				['failExtras', 0, 4],
			],
		);
	});

	it('says after three polls without a turn that there is none, though one that hung since before has ended between them', async () => {
		await play(
			{
				...QUICK,
				limits: {},
			},
			[],
			[
				['seconds', 0, 0],
				['save', 0, 0],
				['limited', 2, 0],
				['otherEvents', 0, 0],
				['stall', 1, 0],
				['otherScope', 0, 0],
				['seconds', 0, 0],
				['otherExtras', 0, 0],
			],
		);
	});

	it('announces questions that were asked before the first status that could be read', async () => {
		await play(
			{
				...QUICK,
				persistence: 'durable',
				limits: {},
			},
			[
				['limited', 0, 1],
				['createMany', 0, 0],
				['ask', 0, 0],
			],
			[
				['seconds', 0, 0],
				['refuse', 0, 0],
			],
		);
	});

	it('may announce what had ended, if its creation is ahead of the clock and the first poll does not come to it', async () => {
		await play(
			{
				...SLOW_AND_SMALL,
				limits: { pageSize: 2, pagesPerPoll: 3, statusesPerPoll: 3 },
				latencyMs: 50,
				staysSlow: false,
			},
			[],
			[
				['createAhead', 1, 0],
				['createAhead', 0, 0],
				['latency', 3, 0],
				['end', 0, 0],
				['createAhead', 0, 0],
				['untilAPoll', 0, 0],
				['duplicate', 0, 0],
				['minutes', 0, 0],
			],
		);
	});

	it('may announce questions again if it starts fresh for another owner, and the first poll does not come to them', async () => {
		await play(
			{
				...QUICK,
				limits: { pageSize: 2, pagesPerPoll: 2, statusesPerPoll: 1, processingListFrom: 2 },
			},
			[['burst', 0, 0]],
			[
				['ask', 3, 0],
				['create', 0, 0],
				['minutes', 0, 0],
				['seconds', 0, 0],
				['otherScope', 0, 0],
			],
		);
	});

	it('announces nothing that had ended if all that the first poll gets is an empty page of a slow list', async () => {
		await play(
			{ ...QUICK, latencyMs: 20 * SECOND },
			[
				['createEnded', 0, 0],
				['minutes', 0, 0],
				['emptyPages', 0, 0],
			],
			[['minutes', 0, 0]],
		);
	});

	it("may announce what had ended if it starts fresh for another owner while n8n's clock is set", async () => {
		await play(
			{ ...QUICK, limits: {} },
			[
				['burst', 0, 1],
				['minutes', 0, 0],
			],
			[
				['minutes', 0, 0],
				['limited', 1, 0],
				['untilAPoll', 0, 0],
				['otherClock', 1, 0],
				['otherScope', 0, 0],
			],
		);
	});

	it('announces questions once, though their status fails at three polls and more later', async () => {
		await play(
			{ ...QUICK, limits: {} },
			[],
			[
				['minutes', 0, 0],
				['create', 0, 0],
				['ask', 0, 0],
				['minutes', 1, 0],
				['miss', 0, 3],
				['minutes', 7, 0],
			],
		);
	});

	it('announces an end although the filters have to be judged by its record, which takes whole polls to fail', async () => {
		await play(
			{ ...SLOW_AND_SMALL, limits: {}, settings: { ...USUAL, simplify: false } },
			[],
			[
				['create', 0, 0],
				['createAhead', 1, 0],
				['pastTheOverlap', 0, 0],
				['otherScope', 0, 0],
				['otherName', 3, 0],
				['failExtras', 1, 2],
			],
		);
	});

	it('has no error while two polls of a very slow service fail, and others that come meanwhile end at once', async () => {
		await play(
			{ ...SLOW_AND_SMALL, limits: {}, settings: { ...USUAL, simplify: false } },
			[['burst', 1, 0]],
			[
				['pastTheOverlap', 1, 0],
				['untilAPoll', 4, 0],
				['trouble', 6, 0],
				['untilAPoll', 0, 0],
				['minutes', 3, 0],
			],
		);
	});

	it('rests only once requests go at their usual pace again, and what the filters keep out is known to have ended', async () => {
		await play(
			{ ...QUICK, persistence: 'durable', limits: {} },
			[],
			[
				['create', 0, 0],
				['otherMethod', 5, 0],
				['pastTheOverlap', 1, 0],
				['end', 0, 0],
				['limited', 4, 1],
				['minutes', 0, 0],
			],
		);
	});

	it('may announce an end again if two triggers are in one workflow, which is published during their polls', async () => {
		await play(
			{ ...QUICK, persistence: 'cursor', limits: {} },
			[],
			[
				['create', 0, 0],
				['takeOver', 0, 0],
				['ask', 0, 0],
				['untilAPoll', 0, 0],
				['deleteAndAdd', 0, 0],
				['end', 0, 0],
			],
		);
	});

	it('starts anew where it watched another owner meanwhile, of whom it announced something', async () => {
		await play(
			{
				...QUICK,
				persistence: 'durable',
				limits: { ...SLOW_AND_SMALL.limits, stateBytes: 1200 },
			},
			[
				['duplicate', 0, 0],
				['pastTheOverlap', 0, 0],
			],
			[
				['otherScope', 0, 7],
				['create', 0, 0],
				['createEnded', 5, 0],
				['untilAPoll', 0, 0],
				['end', 6, 0],
				['minutes', 0, 0],
				['otherScope', 0, 1],
			],
		);
	});

	it('may announce an end again if an earlier load of a workflow with two triggers goes over what was stored', async () => {
		await play(
			{ ...QUICK, limits: {} },
			[['seconds', 3, 0]],
			[
				['createLate', 0, 0],
				['createMany', 0, 0],
				['takeOver', 0, 0],
				['failExtras', 0, 0],
				['restart', 0, 0],
				['stall', 1, 0],
				['save', 0, 0],
				['seconds', 0, 0],
				['createEnded', 0, 0],
				['pastTheOverlap', 0, 0],
				['save', 0, 0],
			],
		);
	});

	it.each(['end', 'ask'] as const)(
		'announces what comes once the filters have changed although its record is answered by a page of somebody else: %s',
		async (what) => {
			await play(
				{ ...QUICK, limits: {} },
				[],
				[
					['minutes', 0, 0],
					['create', 0, 0],
					['pastTheOverlap', 1, 0],
					['createEnded', 0, 0],
					['pastTheOverlap', 1, 0],
					['otherName', 1, 0],
					['failExtras', 1, 5],
					[what, 1, 0],
				],
			);
		},
	);

	it('has room for one that is listed late, although newer ones fill all the room there is', async () => {
		await play(
			{ ...QUICK, persistence: 'durable', limits: { ...SLOW_AND_SMALL.limits, stateBytes: 1200 } },
			[['createLate', 3, 0]],
			[
				['createEnded', 6, 0],
				['minutes', 0, 0],
				['burst', 0, 5],
				['untilAPoll', 0, 0],
				['create', 0, 0],
				['createEnded', 2, 0],
			],
		);
	});

	it('may announce questions again, without them, once it watches another owner', async () => {
		await play(
			{ ...QUICK, limits: {} },
			[],
			[
				['minutes', 0, 0],
				['create', 0, 0],
				['ask', 0, 0],
				['minutes', 0, 0],
				['otherScope', 0, 0],
				['miss', 0, 3],
				['minutes', 2, 0],
			],
		);
	});
});
