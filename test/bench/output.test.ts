import { failed } from '../../bench/BenchCase';
import { jsonLine, table } from '../../bench/output';

const MEASURED = {
	ratio: 1.23456,
	floor: 'bare client' as const,
	target: 1.25,
	peakMiB: 36.789,
	targetMiB: 64,
	pass: true,
	note: '1.23 s against 1.00 s',
};
const UNSET = {
	ratio: null,
	floor: null,
	target: null,
	peakMiB: null,
	targetMiB: null,
	pass: false,
	note: '429 answers: 3',
};

test('a line holds the figures of a case, and nothing else', () => {
	expect(JSON.parse(jsonLine('one', MEASURED))).toEqual({
		case: 'one',
		ratio: 1.23,
		floor: 'bare client',
		target: 1.25,
		peakMiB: 36.79,
		targetMiB: 64,
		pass: true,
	});
	expect(JSON.parse(jsonLine('two', UNSET))).toEqual({
		case: 'two',
		ratio: null,
		floor: null,
		target: null,
		peakMiB: null,
		targetMiB: null,
		pass: false,
	});
	expect(jsonLine('one', MEASURED)).not.toContain('\n');
});

test('the table shows figures, gaps, failures and notes', () => {
	const cells = (line: string) => line.split('│').map((cell) => cell.trim());
	const lines = table([
		{ title: 'First', result: MEASURED },
		{ title: 'Second', result: UNSET },
	]).split('\n');
	expect(lines.map(cells)).toEqual(
		expect.arrayContaining([
			['', 'First', '1.23', 'bare client', '1.25', '36.8', '64.0', 'yes', '1.23 s against 1.00 s', ''],
			['', 'Second', '–', '–', '–', '–', '–', 'NO', '429 answers: 3', ''],
		]),
	);
});

test('a case that fails did not pass, and the table says why beside the others', () => {
	const result = failed(new Error('2 requests in place of 1'));
	expect(result.pass).toBe(false);
	const lines = table([
		{ title: 'One', result: MEASURED },
		{ title: 'Two', result },
	]).split('\n');
	expect(lines.find((line) => line.includes('One'))).toContain('1.23');
	expect(lines.find((line) => line.includes('Two'))).toMatch(/NO.*Failed: 2 requests in place of 1/);
});
