export type Attempt<T> = { ok: true; value: T } | { ok: false; error: unknown };

/** Turns a rejection into a value, so that the caller can decide outside a catch clause what to throw. */
export async function attempt<T>(work: () => Promise<T>): Promise<Attempt<T>> {
	try {
		return { ok: true, value: await work() };
	} catch (error) {
		return { ok: false, error };
	}
}

/** Does the work. A failure is changed before it is thrown on. */
export async function explain<T>(work: () => Promise<T>, change: (error: unknown) => unknown): Promise<T> {
	return await work().catch(async (error: unknown) => {
		throw await change(error);
	});
}

/**
 * Does the work for every item, at most `limit` at once. After the first failure nothing new is started; what is under way is
 * waited for, so that nothing goes on behind the caller's back.
 *
 * @throws the first failure
 */
export async function concurrently<T>(
	items: T[],
	limit: number,
	work: (item: T) => Promise<void>,
): Promise<void> {
	const failures: unknown[] = [];
	const queue = items.values();
	const worker = async () => {
		for (const item of queue) {
			if (failures.length > 0) return;
			await work(item).catch((error: unknown) => failures.push(error));
		}
	};
	await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
	if (failures.length > 0) throw failures[0];
}

/**
 * Makes a queue for each key: work runs after all earlier work for the same key, even if that failed.
 * It holds within this process.
 */
export function oneAtATime(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
	const last = new Map<string, Promise<unknown>>();
	return async (key, work) => {
		const before = last.get(key);
		const done = attempt(async () => {
			await before;
			return await work();
		});
		last.set(key, done);
		const result = await done;
		if (last.get(key) === done) last.delete(key);
		if (result.ok) return result.value;
		throw result.error;
	};
}
