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
