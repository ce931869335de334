import { failed } from '../../dev/bench/BenchCase';
import { jsonLine, table } from '../../dev/bench/output';

const MEASURED = {
	ratio: 1.23456,
	spread: [1.1111, 1.3] as [number, number],
	floor: 'bare client' as const,
	target: 1.25,
	peakMiB: 36.789,
	targetMiB: 64,
	pass: true,
	note: '1.23 s against 1.00 s',
};
const UNMEASURED = failed(new Error('2 requests in place of 1'));

test('a line holds the figures of a case, and nothing else', () => {
	expect(JSON.parse(jsonLine('one', MEASURED))).toEqual({
		case: 'one',
		ratio: 1.23,
		spread: [1.11, 1.3],
		floor: 'bare client',
		target: 1.25,
		peakMiB: 36.79,
		targetMiB: 64,
		pass: true,
	});
	expect(JSON.parse(jsonLine('two', UNMEASURED))).toEqual({
		case: 'two',
		ratio: null,
		spread: null,
		floor: null,
		target: null,
		peakMiB: null,
		targetMiB: null,
		pass: false,
	});
	expect(jsonLine('one', MEASURED)).not.toContain('\n');
});

test('the table shows figures and notes, and why a case failed beside the others', () => {
	const cells = (line: string) => line.split('│').map((cell) => cell.trim());
	const lines = table([
		{ title: 'First', result: MEASURED },
		{ title: 'Second', result: UNMEASURED },
	]).split('\n');
	expect(lines.map(cells)).toEqual(
		expect.arrayContaining([
			[
				'',
				'First',
				'1.23',
				'1.11 to 1.30',
				'bare client',
				'1.25',
				'36.8',
				'64.0',
				'yes',
				'1.23 s against 1.00 s',
				'',
			],
			['', 'Second', '–', '–', '–', '–', '–', '–', 'NO', 'Failed: 2 requests in place of 1', ''],
		]),
	);
});
