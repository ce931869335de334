import type { FastifyInstance } from 'fastify';
import { addApiHooks, admit } from '../http/server';
import type { World } from '../world';
import { answersRoute } from './extractions/answers';
import { cancelRoute } from './extractions/cancel';
import { completeRoute } from './uploads/complete';
import { creditsRoute } from './credits';
import { detailsRoute } from './extractions/details';
import { listRoute } from './extractions/list';
import { outputRoute } from './results/output';
import { partsRoute } from './uploads/parts';
import { removeRoute } from './extractions/remove';
import { resultsRoute } from './results/rows';
import { sessionRoute } from './uploads/sessions';
import { statusRoute } from './extractions/status';
import { storageOutputRoute } from './results/storage';
import { storageUploadRoute } from './uploads/storage';
import { submitRoute } from './extractions/submit';

const API_ROUTES = [
	sessionRoute,
	partsRoute,
	completeRoute,
	submitRoute,
	listRoute,
	statusRoute,
	removeRoute,
	resultsRoute,
	detailsRoute,
	outputRoute,
	cancelRoute,
	answersRoute,
	creditsRoute,
];

/** The contract's endpoints. */
export function apiRoutes(app: FastifyInstance, world: World): void {
	addApiHooks(app, world);
	for (const route of API_ROUTES) route(app, world);
}

/** Where signed URLs lead: bodies are left on the wire for the route to read. */
export function storageRoutes(app: FastifyInstance, world: World): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', (_request, _payload, done) => done(null));
	app.addHook('onRequest', async (request, reply) =>
		(await admit(world, request, reply)) ? reply : undefined,
	);
	storageUploadRoute(app, world);
	storageOutputRoute(app, world);
}
