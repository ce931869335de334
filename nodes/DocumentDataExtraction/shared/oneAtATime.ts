import { attempt } from './attempt';

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
