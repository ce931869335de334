import { getHeapSpaceStatistics } from 'node:v8';
import { booksProblems, type Booked } from '../../dev/bench/soak/books';
import { readOptions } from '../../dev/bench/soak/options';
import { HEAD, memoryVerdict, momentLine, type Moment } from '../../dev/bench/soak/report';
import { leftOpen, memoryIn, type Sample } from '../../dev/bench/soak/samples';
import { isLevel, slopeOf } from '../../dev/bench/soak/slope';

const AT_REST: Sample = {
	rssMiB: 300,
	liveMiB: 100,
	codeMiB: 40,
	handles: { Timeout: 3 },
	connections: 0,
	openFiles: 1,
};

describe('the slope of a soak', () => {
	test('points on a line have its slope, and no noise', () => {
		const line = [0, 1, 2, 3].map((x) => ({ x, y: 5 + 2 * x }));
		expect(slopeOf(line)).toEqual({ slope: 2, noise: 0, level: 8 });
		expect(isLevel(slopeOf(line))).toBe(false);
	});

	test('scatter around a level is level, and so is what falls', () => {
		const scattered = [3, 5, 4, 6, 3, 5].map((y, x) => ({ x, y }));
		expect(isLevel(slopeOf(scattered))).toBe(true);
		expect(isLevel(slopeOf([9, 8, 7].map((y, x) => ({ x, y }))))).toBe(true);
	});

	test('two points show no noise', () => {
		expect(() => slopeOf([1, 2].map((x) => ({ x, y: x })))).toThrow('three points');
	});

	const moments = (...live: number[]): Moment[] =>
		live.map((liveMiB, minute) => ({ ...AT_REST, liveMiB, minute, ended: 0, announced: 0 }));

	test('what happens in the first half does not count', () => {
		expect(memoryVerdict(moments(10, 60, 90, 99, 100, 101, 100, 101, 100)).level).toBe(true);
		const rising = memoryVerdict(moments(10, 60, 100, 110, 120, 131, 140, 150, 161));
		expect(rising.level).toBe(false);
		expect(rising.lines[0]).toMatch(/^Alive: 140\.\d MiB, \+10\.\d+ MiB a minute, noise ±0\.\d+: RISES$/);
	});

	test('what this process compiled is apart from what it holds', () => {
		const memory = process.memoryUsage();
		const { liveMiB, codeMiB } = memoryIn(memory, getHeapSpaceStatistics());
		expect(codeMiB).toBeGreaterThan(0);
		expect((liveMiB + codeMiB) * 1024 * 1024).toBeCloseTo(memory.heapUsed + memory.external, 0);
	});

	test('a line stands below its head', () => {
		const [moment] = moments(99.96);
		expect(momentLine({ ...moment!, minute: 2, ended: 120, announced: 118 })).toHaveLength(HEAD.length);
		expect(
			momentLine({ ...moment!, minute: 2, ended: 120, announced: 118 })
				.trim()
				.split(/\s+/),
		).toEqual(['2.0', '120', '118', '300.0', '100.0', '40.0', '3', '0', '1']);
	});
});

describe('the books of a soak', () => {
	const sent = [{ numbers: ['A-1', 'A-2'], rows: ['A-2', 'A-1'] }];
	const booked: Booked[] = [{ extraction_id: 'x', status: 'completed', row_count: 2, charges: [{}] }];
	const announced = [{ extractionId: 'x', items: 2 }];

	test('they have no problem if all is there once', () => {
		expect(booksProblems(sent, booked, announced)).toEqual([]);
		const failed = { extraction_id: 'y', status: 'failed', row_count: null, charges: [] };
		expect(booksProblems(sent, [...booked, failed], [...announced, { extractionId: 'y', items: 1 }])).toEqual(
			[],
		);
	});

	test.each([
		[
			'a row is lost',
			[{ numbers: ['A-1', 'A-2'], rows: ['A-1'] }],
			booked,
			announced,
			'without all of their rows: A-1 A-2',
		],
		[
			'an execution failed',
			[{ numbers: ['A-1'], rows: ['A-1'], failure: '500' }],
			booked,
			announced,
			'failed: A-1 (500)',
		],
		[
			'a document is extracted twice',
			sent,
			[...booked, { ...booked[0]!, extraction_id: 'z' }],
			[...announced, { extractionId: 'z', items: 2 }],
			'2 extractions were completed for 1 documents',
		],
		[
			'an extraction is charged twice',
			sent,
			[{ ...booked[0]!, charges: [{}, {}] }],
			announced,
			'not charged once: x',
		],
		['an extraction never ends', sent, [{ ...booked[0]!, status: 'processing' }], [], 'never ended: x'],
		['an extraction is not announced', sent, booked, [], 'not announced: x'],
		['an extraction is announced twice', sent, booked, [...announced, ...announced], 'more than once: x'],
		['a row is not announced', sent, booked, [{ extractionId: 'x', items: 1 }], 'with all of their rows: x'],
	])('they say that %s', (_what, documents, inBooks, heard, problem) => {
		expect(booksProblems(documents, inBooks, heard).join('\n')).toContain(problem);
	});
});

test('what is left open is what there is more of than at rest', () => {
	expect(leftOpen(AT_REST, AT_REST)).toEqual([]);
	expect(leftOpen(AT_REST, { ...AT_REST, handles: { Timeout: 2 }, openFiles: 0 })).toEqual([]);
	const now = { ...AT_REST, handles: { Timeout: 5, TCPSocketWrap: 1 }, connections: 2, openFiles: 2 };
	expect(leftOpen(AT_REST, now)).toEqual([
		'Timeout +2',
		'TCPSocketWrap +1',
		'connections to the service 2',
		'open files +1',
	]);
});

test('a soak is 2,000 executions in 20 minutes unless it is told otherwise', () => {
	expect(readOptions([])).toEqual({ help: false, executions: 2000, minutes: 20 });
	expect(readOptions(['--executions', '40', '--minutes', '0.5'])).toMatchObject({
		executions: 40,
		minutes: 0.5,
	});
	expect(() => readOptions(['--minutes', '0'])).toThrow('--minutes takes a number above 0');
	expect(() => readOptions(['--executions', 'many'])).toThrow('--executions takes a number above 0');
});
