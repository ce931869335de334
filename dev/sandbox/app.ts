import type { FastifyInstance } from 'fastify';
import type { Control } from './control';
import { controlRoutes } from './control/routes';
import { createServer } from './http/server';
import { apiRoutes, storageRoutes } from './routes';
import type { World } from './world';

/** Everything that the sandbox answers, before it listens. `inject` asks it in process. */
export async function createApp(world: World, control: Control): Promise<FastifyInstance> {
	const app = createServer(world);
	await app.register(async (scope) => apiRoutes(scope, world), { prefix: '/v1' });
	await app.register(async (scope) => storageRoutes(scope, world), { prefix: '/storage' });
	await app.register(async (scope) => controlRoutes(scope, control), { prefix: '/control' });
	return app;
}
