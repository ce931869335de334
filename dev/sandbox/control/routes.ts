import type { FastifyInstance } from 'fastify';
import type { Control } from '.';

const READERS = new Set(['now', 'requests', 'balance', 'extractions', 'sessions', 'mails', 'violations']);

/** The control interface over HTTP; see `createControl`. */
export function controlRoutes(app: FastifyInstance, control: Control): void {
	const functions = new Map(Object.entries(control) as Array<[string, (argument: unknown) => unknown]>);
	app.route<{ Params: { name: string } }>({
		method: ['GET', 'POST'],
		url: '/:name',
		handler: async (request, reply) => {
			const { name } = request.params;
			const run = functions.get(name);
			if (!run || (request.method === 'GET') !== READERS.has(name)) {
				return reply.code(404).send({ error: `no such control: ${request.method} ${name}` });
			}
			try {
				const result = await run(request.body ?? undefined);
				return reply.type('application/json').send(JSON.stringify(result ?? null));
			} catch (error) {
				return reply.code(400).send({ error: (error as Error).message });
			}
		},
	});
}
