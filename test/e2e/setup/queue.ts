import { NEWEST } from '../hosts/install';
import { startRedis } from '../services/redis';
import { startN8n, type N8nFixture } from './n8nFixture';

/** An n8n in queue mode that keeps files in its database. It has no worker yet. */
export interface Queue {
	n8n: N8nFixture;
	close(): Promise<void>;
}

/** @param settings more settings of n8n */
export async function openQueue(settings: NodeJS.ProcessEnv = {}): Promise<Queue> {
	const redis = await startRedis();
	const env = {
		EXECUTIONS_MODE: 'queue',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		QUEUE_BULL_REDIS_HOST: redis.host,
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		N8N_DEFAULT_BINARY_DATA_MODE: 'database',
		// A worker that is gone is noticed sooner than usual. One that starts on a busy machine may not answer for 20 seconds, and is not taken for gone.
		QUEUE_WORKER_LOCK_DURATION: '40000',
		QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
		QUEUE_WORKER_STALLED_INTERVAL: '2000',
		...settings,
	};
	try {
		const n8n = await startN8n({ version: NEWEST, env });
		return {
			n8n,
			async close() {
				await n8n.close();
				await redis.stop();
			},
		};
	} catch (error) {
		await redis.stop();
		throw error;
	}
}
