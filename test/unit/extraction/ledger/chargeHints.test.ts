import { chargeHints } from '../../../../nodes/DocumentDataExtraction/extraction/ledger/hints';
import { extracted, sent } from '../../../support/extracted';

const run = (extraction_id: string, credits_deducted: number | undefined, isEarlier = false) => ({
	...extracted([sent('a.pdf')], { extraction_id, credits_deducted }),
	isEarlier,
});

const messages = (...extractions: Array<ReturnType<typeof run>>) =>
	chargeHints(extractions).map(({ message }) => message);

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
		['only what was new', [run('a', 1), run('b', 3, true)], [`This run used 1 credit. ${PIN}`]],
		[
			'a run that cost nothing',
			[run('a', 2, true)],
			['This run used no credits. Its output comes from an earlier extraction'],
		],
		[
			'a run over several earlier ones',
			[run('a', 2, true), run('b', 2, true)],
			['This run used no credits. Its output comes from earlier extractions'],
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
