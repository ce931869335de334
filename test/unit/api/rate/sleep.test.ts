import { sleepUnlessStopped } from '../../../../nodes/DocumentDataExtraction/api/rate/sleep';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Notes how a sleep ends. */
function watch(sleeping: Promise<void>): { end: string | undefined } {
	const seen: { end: string | undefined } = { end: undefined };
	sleeping.then(
		() => (seen.end = 'slept'),
		(error: Error) => (seen.end = error.message),
	);
	return seen;
}

test.each([
	['without a signal', undefined],
	['with a signal', new AbortController().signal],
])('sleeps for exactly the time, %s', async (_what, signal) => {
	const seen = watch(sleepUnlessStopped(2500, signal));
	await jest.advanceTimersByTimeAsync(2499);
	expect(seen.end).toBeUndefined();
	await jest.advanceTimersByTimeAsync(1);
	expect(seen.end).toBe('slept');
});

test('ends at once with the reason of a stop, and leaves no more than a second of timer behind', async () => {
	const stopping = new AbortController();
	const seen = watch(sleepUnlessStopped(60_000, stopping.signal));
	await jest.advanceTimersByTimeAsync(10_300);
	stopping.abort(new Error('stopped'));
	await jest.advanceTimersByTimeAsync(0);
	expect(seen.end).toBe('stopped');
	await jest.advanceTimersByTimeAsync(1000);
	expect(jest.getTimerCount()).toBe(0);
});

test('leaves as little behind as its caller asks', async () => {
	const stopping = new AbortController();
	const seen = watch(sleepUnlessStopped(60_000, stopping.signal, 100));
	await jest.advanceTimersByTimeAsync(10_230);
	stopping.abort(new Error('stopped'));
	await jest.advanceTimersByTimeAsync(100);
	expect(seen.end).toBe('stopped');
	expect(jest.getTimerCount()).toBe(0);
});

test('does not begin to sleep once stopped', async () => {
	const seen = watch(sleepUnlessStopped(60_000, AbortSignal.abort(new Error('stopped'))));
	await jest.advanceTimersByTimeAsync(0);
	expect(seen.end).toBe('stopped');
	expect(jest.getTimerCount()).toBe(0);
});
