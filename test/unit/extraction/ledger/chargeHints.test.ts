import { chargeHints, earlierHints } from '../../../../nodes/DocumentDataExtraction/extraction/ledger/hints';
import { extracted, sent } from '../../../support/extracted';

const run = (extraction_id: string, credits_deducted: number | undefined, createdAt?: string) => ({
	...extracted([sent('a.pdf')], { extraction_id, credits_deducted }),
	isEarlier: createdAt !== undefined,
	createdAt: createdAt || undefined,
});

const messages = (...extractions: Array<ReturnType<typeof run>>) =>
	[...earlierHints(extractions, 'UTC'), ...chargeHints(extractions)].map(({ message }) => message);

const MAY = '2026-05-03T12:30:00Z';
const JUNE = '2026-06-01T08:00:00Z';

const PIN = 'Pin the output while you build the next steps, so that testing costs nothing';

describe('the note on what a run cost', () => {
	it.each([
		['one credit', [run('a', 1)], [`This run used 1 credit. ${PIN}`]],
		['the sum of all', [run('a', 1), run('b', 3)], [`This run used 4 credits. ${PIN}`]],
		[
			'an extraction that several items share once',
			[run('a', 2), run('a', 2)],
			[`This run used 2 credits. ${PIN}`],
		],
		[
			'an extraction that one item made and the next one found',
			[run('a', 2), run('a', 2, MAY)],
			[`This run used 2 credits. ${PIN}`],
		],
		[
			'only what was new',
			[run('a', 1), run('b', 3, MAY)],
			[
				'A part of the output comes from an earlier extraction of Sunday, May 3, 2026 at 12:30 (UTC), at no cost',
				`This run used 1 credit. ${PIN}`,
			],
		],
		[
			'a run that cost nothing',
			[run('a', 2, MAY)],
			[
				'This run used no credits. Its output comes from an earlier extraction of Sunday, May 3, 2026 at 12:30 (UTC)',
			],
		],
		[
			'a run over several earlier ones',
			[run('a', 2, JUNE), run('b', 2, MAY)],
			[
				'This run used no credits. Its output comes from 2 earlier extractions of Sunday, May 3, 2026 at 12:30 (UTC) to Monday, June 1, 2026 at 08:00 (UTC)',
			],
		],
		[
			'a run over one whose date the service does not say',
			[run('a', 2, '')],
			['This run used no credits. Its output comes from an earlier extraction'],
		],
	])('counts what a run cost for %s', (_, extractions, expected) =>
		expect(messages(...extractions)).toEqual(expected),
	);

	it('is absent if nothing was charged or found, such as while questions are open', () => {
		expect(messages()).toEqual([]);
		expect(messages(run('a', undefined))).toEqual([]);
		expect(messages(run('a', 0))).toEqual([]);
	});
});
