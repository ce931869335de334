import type { FastifyInstance } from 'fastify';
import { endpoint } from '../http/endpoint';
import { credits } from '../state/Accounts';
import type { World } from '../world';

/** GET /credits/balance */
export function creditsRoute(app: FastifyInstance, world: World): void {
	endpoint(app, world, 'GET /credits/balance', {}, ({ account }) => ({ success: true, ...credits(account) }));
}
