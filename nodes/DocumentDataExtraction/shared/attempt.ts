export type Attempt<T> = { ok: true; value: T } | { ok: false; error: unknown };

/** Turns a rejection into a value, so that the caller can decide outside a catch clause what to throw. */
export async function attempt<T>(work: () => Promise<T>): Promise<Attempt<T>> {
	try {
		return { ok: true, value: await work() };
	} catch (error) {
		return { ok: false, error };
	}
}
