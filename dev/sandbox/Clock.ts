interface Task {
	dueAt: number;
	run: (dueAt: number) => void | Promise<void>;
	timer?: NodeJS.Timeout;
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Real time plus a movable offset. Every expiry, deadline and rate window of the sandbox reads this clock, and everything
 * that happens later is a task of it, so that moving the clock makes it happen.
 */
export class Clock {
	private offset = 0;
	private readonly tasks = new Set<Task>();
	private readonly running = new Set<Promise<void>>();

	/** Milliseconds since the epoch. */
	now(): number {
		return Date.now() + this.offset;
	}

	/** Runs `run` once the clock reaches `dueAt` (it is given `dueAt`, so chains do not drift). Returns a function that calls it off. */
	at(dueAt: number, run: Task['run']): () => void {
		const task: Task = { dueAt, run };
		this.tasks.add(task);
		this.arm(task);
		return () => this.drop(task);
	}

	/** Moves the clock by `ms` (back, when negative) at once; resolves when everything that became due has happened, in its order. */
	async advance(ms: number): Promise<void> {
		this.offset += ms;
		for (let task = this.nextDue(); task; task = this.nextDue()) await this.start(task);
		await Promise.all(this.running);
		for (const task of this.tasks) this.arm(task);
	}

	/** Calls everything off. */
	close(): void {
		for (const task of [...this.tasks]) this.drop(task);
	}

	private nextDue(): Task | undefined {
		const now = this.now();
		let next: Task | undefined;
		for (const task of this.tasks) {
			if (task.dueAt <= now && (!next || task.dueAt < next.dueAt)) next = task;
		}
		return next;
	}

	private arm(task: Task): void {
		clearTimeout(task.timer);
		const wait = Math.min(Math.max(task.dueAt - this.now(), 0), LONGEST_TIMER_MS);
		task.timer = setTimeout(() => (task.dueAt > this.now() ? this.arm(task) : void this.start(task)), wait);
	}

	private drop(task: Task): void {
		clearTimeout(task.timer);
		this.tasks.delete(task);
	}

	private async start(task: Task): Promise<void> {
		this.drop(task);
		const result = task.run(task.dueAt);
		if (!result) return;
		this.running.add(result);
		await result.finally(() => this.running.delete(result));
	}
}
