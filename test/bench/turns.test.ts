import type { ClientProcess, Timing } from '../../dev/bench/Job';
import { median, ratioOfPairs, takeTurns } from '../../dev/bench/turns';

/** A client that takes the given times, one after the other. */
function client(name: string, times: number[], log: string[], more: Partial<Timing> = {}): ClientProcess {
	const left = [...times];
	return {
		prepare: async () => undefined,
		run: async () => {
			log.push(name);
			return { ms: left.shift() ?? NaN, rows: 10, peakMiB: null, ...more };
		},
	};
}

test.each([
	[[3], 3],
	[[5, 1, 3], 3],
	[[4, 1, 2, 100], 3],
])('the median of %j is %d', (values, expected) => {
	expect(median(values)).toBe(expected);
});

test('the clients take turns, and the median of each counts', async () => {
	const log: string[] = [];
	const clients = [client('a', [9, 1, 5], log), client('b', [20, 40, 30], log, { peakMiB: 7 })];
	const note = (text: string) => async () => void log.push(text);
	const turns = { runs: 3, rows: 10, before: note('<'), after: note('>') };
	expect(await takeTurns(clients, turns)).toEqual([
		{ ms: 5, times: [9, 1, 5], rows: 10, peakMiB: null },
		{ ms: 30, times: [20, 40, 30], rows: 10, peakMiB: 7 },
	]);
	expect(log.join('')).toBe('<a><b>'.repeat(5));
});

test('the ratio is the median of the pairs, and the spread their lowest and highest', () => {
	const measured = (times: number[]) => ({ ms: median(times), times, rows: 1, peakMiB: null });
	// In the second turn the machine was four times as slow, for both: the quotient of the medians would be 2.
	expect(ratioOfPairs(measured([11, 40, 20]), measured([10, 40, 10]))).toEqual({
		ratio: 1.1,
		spread: [1, 2],
	});
});

test('the highest peak of the runs from rest counts, and their times do not', async () => {
	const peaks = [30, 90, 40, 5, 4];
	const fromRest: unknown[] = [];
	const climber: ClientProcess = {
		prepare: async () => undefined,
		run: async (rested) => {
			fromRest.push(rested);
			return { ms: rested ? 100 : 1, rows: 1, peakMiB: peaks.shift() ?? 0 };
		},
	};
	expect(await takeTurns([climber], { runs: 3, rows: 1 })).toEqual([
		{ ms: 1, times: [1, 1, 1], rows: 1, peakMiB: 5 },
	]);
	expect(fromRest).toEqual([false, false, false, true, true]);
});

test('no other run is made where no memory is asked for', async () => {
	const log: string[] = [];
	await takeTurns([client('a', [1, 1, 1], log)], { runs: 3, memoryRuns: 0, rows: 10 });
	expect(log).toHaveLength(3);
});

test('a run that does not bring its rows is no measurement', async () => {
	await expect(takeTurns([client('a', [1], [])], { runs: 1, rows: 11 })).rejects.toThrow(
		'10 rows came in place of 11',
	);
});
