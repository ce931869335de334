import { chargeHints } from '../../../nodes/DocumentDataExtraction/actions/extraction/extractDocuments/notes';
import { extracted, sent } from '../../support/extracted';

/** A run of an ID that the next execution does not have, unless said otherwise. */
function run(
	extraction_id: string,
	credits_deducted: number | undefined,
	createdAt?: string,
	idFrom?: 'own',
) {
	const made = extracted([sent('a.pdf')], { extraction_id, credits_deducted });
	return {
		...made,
		batch: { ...made.batch, idFrom },
		isEarlier: createdAt !== undefined,
		createdAt: createdAt || undefined,
	};
}

const messages = (...extractions: Array<ReturnType<typeof run>>) =>
	chargeHints(extractions, 'UTC', true).map(({ message }) => message);

const MAY = '2026-05-03T12:30:00Z';
const JUNE = '2026-06-01T08:00:00Z';

const AGAIN =
	'Earlier extractions of the same files that were cancelled or have expired, so the files were extracted again';

const PIN = 'Pin the output while you build the next steps, so that testing costs nothing';

describe('the note on what a run cost', () => {
	it.each([
		['one credit', [run('a', 1)], [`Credits used by this run: 1. ${PIN}`]],
		['the sum of all', [run('a', 1), run('b', 3)], [`Credits used by this run: 4. ${PIN}`]],
		[
			'an extraction that several items share once',
			[run('a', 2), run('a', 2)],
			[`Credits used by this run: 2. ${PIN}`],
		],
		[
			'an extraction that one item made and the next one found',
			[run('a', 2), run('a', 2, MAY)],
			[`Credits used by this run: 2. ${PIN}`],
		],
		[
			'only what was new',
			[run('a', 1), run('b', 3, MAY)],
			[
				'Earlier extractions that rows come from, at no cost (1): Sunday, May 3, 2026 at 12:30 (UTC)',
				`Credits used by this run: 1. ${PIN}`,
			],
		],
		[
			'a run that cost nothing',
			[run('a', 2, MAY)],
			['Earlier extractions that rows come from, at no cost (1): Sunday, May 3, 2026 at 12:30 (UTC)'],
		],
		[
			'a run over several earlier ones',
			[run('a', 2, JUNE), run('b', 2, MAY)],
			[
				'Earlier extractions that rows come from, at no cost (2): Monday, June 1, 2026 at 08:00 (UTC); Sunday, May 3, 2026 at 12:30 (UTC)',
			],
		],
		[
			'a run over one whose date the service does not say',
			[run('a', 2, '')],
			['Earlier extractions that rows come from, at no cost (1): unknown date'],
		],
	])('counts what a run cost for %s', (_, extractions, expected) =>
		expect(messages(...extractions)).toEqual(expected),
	);

	it('asks nobody to pin the output where the next run finds this one', () =>
		expect(messages(run('a', 1, undefined, 'own'))).toEqual(['Credits used by this run: 1']));

	it('is absent if nothing was charged or found, such as while questions are open', () => {
		expect(messages()).toEqual([]);
		expect(messages(run('a', undefined))).toEqual([]);
		expect(messages(run('a', 0))).toEqual([]);
	});
});

describe('the note on files that were extracted again', () => {
	const left = (extraction_id: string, told: object) => ({
		extraction_id,
		status: 'cancelled',
		created_at: MAY,
		credits_deducted: 3,
		...told,
	});
	const again = (...insteadOf: Array<ReturnType<typeof left>>) => ({ ...run('new', 1), insteadOf });
	const texts = (...runs: Array<ReturnType<typeof again>>) =>
		chargeHints(runs, 'UTC', false).map(({ message }) => message);

	it.each([
		['one that was cancelled', {}, `${AGAIN} (1): Sunday, May 3, 2026 at 12:30 (UTC), credits 3`],
		[
			'one that has expired',
			{ status: 'completed', credits_deducted: 1 },
			`${AGAIN} (1): Sunday, May 3, 2026 at 12:30 (UTC), credits 1`,
		],
		[
			'one of which the service says little',
			{ created_at: undefined, credits_deducted: undefined },
			`${AGAIN} (1): unknown date, credits unknown`,
		],
	])('names %s, and what it had cost', (_what, told, expected) =>
		expect(texts(again(left('old', told)))).toEqual([expected]),
	);

	it('names each once, also where several items share it', () =>
		expect(texts(again(left('a', {}), left('b', {})), again(left('a', {})))).toEqual([
			expect.stringContaining(`${AGAIN} (2): `),
		]));

	it('is absent where the files were extracted again before', () =>
		expect(texts({ ...again(left('a', {})), isEarlier: true })).toEqual([
			'Earlier extractions that rows come from, at no cost (1): unknown date',
		]));
});

describe('the note on the credits that are left', () => {
	/** A run over extractions that cost 20 together. `available` are the credits after each, without what is reserved. */
	const texts = (...available: Array<number | null>) =>
		chargeHints(
			available.map((credits, index) => {
				const one = run(String(index), 20 / available.length);
				const balance = credits === null ? {} : { credits_balance: credits + 5, credits_reserved: 5 };
				return { ...one, status: { ...one.status, ...balance } };
			}),
			'UTC',
			false,
		).map(({ message }) => message);

	it.each([
		[[19], 19],
		[[0], 0],
		// Extractions run side by side, so they end in any order.
		[[100, 19, null], 19],
	])('of %j counts them if they are fewer than the run used', (available, left) =>
		expect(texts(...available)).toEqual([
			`Credits left: ${left}. This run used more. Add credits in the dashboard`,
		]),
	);

	it.each([[[20]], [[21, 20]], [[null]]])('of %j is absent if they are enough, or not known', (available) =>
		expect(texts(...available)).toEqual([]),
	);
});
