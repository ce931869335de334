/**
 * Lets time pass several times as fast for all code of the test file: its timers, and its clocks. For tests of long pauses over real
 * connections, where no clock of the sandbox can be moved because the node itself is pausing.
 *
 * @param times how often as fast; what runs meanwhile seems that much slower, so leave it room
 * @returns gives real time back
 */
export function passFaster(times: number): () => void {
	const { setTimeout, Date, performance } = globalThis;
	const [dayStart, steadyStart] = [Date.now(), performance.now()];
	const steadyNow = () => steadyStart + (performance.now() - steadyStart) * times;
	const dayNow = () => Math.round(dayStart + steadyNow() - steadyStart);

	class FastDate extends Date {
		constructor(...args: [] | [number]) {
			super(...((args.length === 0 ? [dayNow()] : args) as [number]));
		}

		static override now = dayNow;
	}
	const fastTimeout = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
		setTimeout(run, ms / times, ...args);

	Object.assign(globalThis, { setTimeout: fastTimeout, Date: FastDate });
	replacePerformance(Object.create(performance, { now: { value: steadyNow } }) as typeof performance);
	return () => {
		Object.assign(globalThis, { setTimeout, Date });
		replacePerformance(performance);
	};
}

/** A plain assignment would not do: it is a getter. */
const replacePerformance = (value: typeof performance): unknown =>
	Object.defineProperty(globalThis, 'performance', { value, configurable: true, writable: true });
