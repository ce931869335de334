import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../support/ports';
import { startProcess } from '../support/processes';
import { until } from '../support/until';
import { firstOf, need, type Program } from './debian';

export const REDIS: Program = {
	debianPackage: 'redis-server',
	find: firstOf('/usr/bin/redis-server', '/usr/local/bin/redis-server'),
};

export interface Redis {
	host: string;
	port: number;
	stop(): Promise<void>;
}

/** A Redis server of our own on a free port of the loopback interface; it keeps nothing on disk. */
export async function startRedis(): Promise<Redis> {
	const command = await need(REDIS);
	const folder = await mkdtemp(join(tmpdir(), 'redis-'));
	const [port] = (await freePorts(1)) as [number];
	const args = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder, '--save', ''];
	const server = startProcess({ command, args });
	const stop = async () => {
		await server.stop();
		await rm(folder, { recursive: true, force: true });
	};
	try {
		await until('Redis to answer', async () => (await ping(port)).includes('PONG'), {
			seconds: 30,
			detail: server.output,
		});
	} catch (error) {
		await stop();
		throw error;
	}
	return { host: '127.0.0.1', port, stop };
}

const ping = async (port: number): Promise<string> =>
	await new Promise((resolve, reject) => {
		const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
		socket.once('error', reject);
		socket.once('data', (answer) => {
			socket.destroy();
			resolve(answer.toString());
		});
	});
