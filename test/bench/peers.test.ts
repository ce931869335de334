import { readOptions } from '../../dev/bench/peers/options';
import { table } from '../../dev/bench/peers/table';

const measured = (peer: string, times: number[], peakMiB: number, requestsPerFile: number) => {
	return { case: '2 files', peer, times, peakMiB, requestsPerFile };
};

test('the table of the peers compares the medians of each case with its first peer', () => {
	const lines = table([
		measured('Ours', [500, 1000, 900], 12.4, 3),
		measured('Another', [1800, 1700, 9000], 151.5, 1),
		measured('Reading alone', [], 3, 0),
		{ ...measured('Ours', [100], 1, 3), case: '9 files' },
	]).split('\n');
	expect(lines.slice(2)).toEqual([
		'| 2 files | Ours | 0.90 s | 1 | 12 | 3.00 |',
		'|  | Another | 1.80 s | 2.00 × | 152 | 1.00 |',
		'|  | Reading alone | – | – | 3 | – |',
		'| 9 files | Ours | 0.10 s | 1 | 1 | 3.00 |',
	]);
});

test('the comparison with the peers takes seven rounds unless it is told another number', () => {
	expect(readOptions([])).toEqual({ help: false, trial: false, rounds: 7 });
	expect(readOptions(['--rounds', '3'])).toMatchObject({ rounds: 3 });
	expect(readOptions(['--trial'])).toMatchObject({ trial: true, rounds: 1 });
});

test.each([
	[['--rounds', '0'], '--rounds takes a number from 1'],
	[['--rounds', 'x'], '--rounds takes a number from 1'],
	[['--fast'], "Unknown option '--fast'"],
])('the comparison with the peers refuses the arguments %j', (args, message) => {
	expect(() => readOptions(args)).toThrow(message);
});
