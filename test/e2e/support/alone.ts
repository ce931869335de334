import { lock } from 'proper-lockfile';

/** Does the work while no other process does work under the same path, waiting up to 20 minutes for its turn. */
export async function alone<T>(path: string, work: () => Promise<T>): Promise<T> {
	const release = await lock(path, {
		realpath: false,
		retries: { retries: 2400, minTimeout: 500, maxTimeout: 500 },
	});
	try {
		return await work();
	} finally {
		await release();
	}
}
