import { Taken } from '../../../nodes/DocumentDataExtraction/actions/person/Taken';

describe('what may be taken once', () => {
	const at = 1_000_000;

	it('goes to the first, and each thing by itself', () => {
		const taken = new Taken();
		expect([taken.take('a'), taken.take('a'), taken.take('b')]).toEqual([true, false, true]);
		expect([taken.take('a'), taken.take('c')]).toEqual([false, true]);
	});

	it('may be taken again after its time, whichever way the clock has gone', () => {
		const taken = new Taken();
		const take = (now: number): boolean => taken.take('a', 60_000, now);
		expect([take(at), take(at + 60_000)]).toEqual([true, false]);
		expect(take(at + 60_001)).toBe(true);
		expect(take(at - 1)).toBe(true);
	});

	it('is forgotten when many others have been taken since, the oldest first', () => {
		const taken = new Taken();
		for (let id = 0; id <= 2000; id++) taken.take(String(id));
		expect([taken.take('2000'), taken.take('1'), taken.take('0')]).toEqual([false, false, true]);
	});
});
