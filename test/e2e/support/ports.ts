import { createServer } from 'node:net';

/** Below the ports that the system gives to whoever asks for any: one of those may be given away before it is used. */
const FIRST = 20_000;
const RANGES = 300;
const PORTS_OF_A_RANGE = 40;

let tried = 0;

const isFree = async (port: number): Promise<boolean> =>
	await new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(false));
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
	});

async function freePort(): Promise<number> {
	for (let left = PORTS_OF_A_RANGE; left > 0; left -= 1) {
		// Processes that run at once have different ids, and so look in different ranges.
		const port = FIRST + (process.pid % RANGES) * PORTS_OF_A_RANGE + (tried++ % PORTS_OF_A_RANGE);
		if (await isFree(port)) return port;
	}
	throw new Error('There is no free port.');
}

/** So many ports of the loopback interface that nobody listens on. */
export const freePorts = async (count: number): Promise<number[]> =>
	await Promise.all(Array.from({ length: count }, freePort));
