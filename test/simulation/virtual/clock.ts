/** Time of a history: it stands still while code runs and jumps to the next timer when nothing else is to do. */

interface Timer {
	at: number;
	order: number;
	run: () => void;
}

const real = {
	setTimeout: globalThis.setTimeout,
	clearTimeout: globalThis.clearTimeout,
	setImmediate: globalThis.setImmediate,
	Date: globalThis.Date,
	performance: globalThis.performance,
	random: Math.random,
};

/** Nothing is left that could go on, or it goes on for longer than any promise allows. */
export class Hang extends Error {}

export class VirtualClock {
	private timers: Timer[] = [];

	private order = 0;

	constructor(
		public now: number,
		private seed = 1,
	) {}

	after(milliseconds: number, run: () => void): Timer {
		const wait = Number.isFinite(milliseconds) && milliseconds >= 1 ? milliseconds : 1;
		const timer = { at: this.now + wait, order: this.order++, run };
		let place = this.timers.length;
		while (place > 0 && this.timers[place - 1]!.at > timer.at) place -= 1;
		this.timers.splice(place, 0, timer);
		return timer;
	}

	drop(timer: Timer): void {
		const place = this.timers.indexOf(timer);
		if (place >= 0) this.timers.splice(place, 1);
	}

	async sleep(milliseconds: number): Promise<void> {
		await new Promise<void>((resolve) => this.after(milliseconds, resolve));
	}

	random(): number {
		this.seed = (this.seed * 1_103_515_245 + 12_345) % 2_147_483_648;
		return this.seed / 2_147_483_648;
	}

	/** Lets time pass until the promise has settled, at the latest until `limit`. */
	async settle<T>(promise: Promise<T>, limit: number): Promise<T> {
		let isSettled = false;
		const noted = promise.finally(() => {
			isSettled = true;
		});
		noted.catch(() => undefined);
		for (let idle = 0; ;) {
			await new Promise((resolve) => real.setImmediate(resolve));
			if (isSettled) return await noted;
			if (this.step(limit)) idle = 0;
			else if (this.timers.length > 0)
				throw new Hang(`It goes on after ${new real.Date(limit).toISOString()}`);
			else if (++idle > 3) throw new Hang('It waits for something that never comes');
		}
	}

	/** Lets time pass, with all that is due in it. */
	async pass(milliseconds: number): Promise<void> {
		const until = this.now + milliseconds;
		do await new Promise((resolve) => real.setImmediate(resolve));
		while (this.step(until));
		this.now = until;
	}

	private step(limit: number): boolean {
		const timer = this.timers[0];
		if (!timer || timer.at > limit) return false;
		this.timers.shift();
		this.now = timer.at;
		timer.run();
		return true;
	}
}

let current: VirtualClock | undefined;

class VirtualDate extends real.Date {
	constructor(value: number | string | Date = VirtualDate.now(), ...rest: unknown[]) {
		if (rest.length === 0) super(value);
		else super(...([value, ...rest] as [number, number]));
	}

	static override now(): number {
		return current?.now ?? real.Date.now();
	}
}

function virtualTimeout(run: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]): unknown {
	if (!current) return real.setTimeout(run, milliseconds, ...args);
	const clock = current;
	const timer = clock.after(milliseconds, () => run(...args));
	const handle = {
		timer,
		clock,
		ref: () => handle,
		unref: () => handle,
		hasRef: () => true,
		close: () => clock.drop(timer),
	};
	return handle;
}

function clearVirtual(handle: unknown): void {
	if (typeof handle === 'object' && handle !== null && 'timer' in handle) {
		const { clock, timer } = handle as { clock: VirtualClock; timer: Timer };
		clock.drop(timer);
	} else real.clearTimeout(handle as NodeJS.Timeout);
}

const virtualPerformance = Object.create(real.performance, {
	now: { value: () => current?.now ?? real.performance.now() },
}) as typeof performance;

/** Puts the clock in the place of real time while the work is under way. */
export async function inVirtualTime<T>(clock: VirtualClock, work: () => Promise<T>): Promise<T> {
	Object.assign(globalThis, {
		setTimeout: virtualTimeout,
		clearTimeout: clearVirtual,
		Date: VirtualDate,
	});
	Object.defineProperty(globalThis, 'performance', {
		value: virtualPerformance,
		configurable: true,
		writable: true,
	});
	Math.random = () => clock.random();
	current = clock;
	try {
		return await work();
	} finally {
		current = undefined;
		const { setTimeout, clearTimeout, Date, performance, random } = real;
		Object.assign(globalThis, { setTimeout, clearTimeout, Date });
		Object.defineProperty(globalThis, 'performance', {
			value: performance,
			configurable: true,
			writable: true,
		});
		Math.random = random;
	}
}
