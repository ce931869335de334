import {
	againHints,
	chargeHints,
	earlierHints,
} from '../../../nodes/DocumentDataExtraction/actions/extraction/extractDocuments/notes';
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

	it('asks nobody to pin the output where the next run finds this one', () =>
		expect(messages(run('a', 1, undefined, 'own'))).toEqual(['This run used 1 credit']));

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
		againHints(runs, 'UTC').map(({ message }) => message);

	it.each([
		[
			'one that was cancelled',
			{},
			'The extraction of Sunday, May 3, 2026 at 12:30 (UTC) with the same files was cancelled. It had cost 3 credits. The files were extracted again',
		],
		[
			'one that has expired',
			{ status: 'completed', credits_deducted: 1 },
			'The rows of the extraction of Sunday, May 3, 2026 at 12:30 (UTC) with the same files have expired. It had cost 1 credit. The files were extracted again',
		],
		[
			'one of which the service says little',
			{ created_at: undefined, credits_deducted: undefined },
			'The extraction with the same files was cancelled. The files were extracted again',
		],
	])('names %s, and what it had cost', (_what, told, expected) =>
		expect(texts(again(left('old', told)))).toEqual([expected]),
	);

	it('names each once, also where several items share it', () =>
		expect(texts(again(left('a', {}), left('b', {})), again(left('a', {})))).toHaveLength(2));

	it('is absent where the files were extracted again before', () =>
		expect(texts({ ...again(left('a', {})), isEarlier: true })).toEqual([]));
});
