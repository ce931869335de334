import { createServer, type AddressInfo, type Server } from 'node:net';

const listen = async (): Promise<Server> =>
	await new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen(0, '127.0.0.1', () => resolve(server));
	});

/** So many ports of the loopback interface that nobody listens on. */
export async function freePorts(count: number): Promise<number[]> {
	const servers = await Promise.all(Array.from({ length: count }, listen));
	const ports = servers.map((server) => (server.address() as AddressInfo).port);
	await Promise.all(servers.map(async (server) => await new Promise((resolve) => server.close(resolve))));
	return ports;
}
