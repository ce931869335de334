import type { FastifyInstance } from 'fastify';
import { addApiHooks, admit } from '../http/server';
import type { World } from '../world';
import { answersRoute } from './answers';
import { cancelRoute } from './cancel';
import { completeRoute } from './complete';
import { creditsRoute } from './credits';
import { detailsRoute } from './details';
import { listRoute } from './list';
import { outputRoute } from './output';
import { partsRoute } from './parts';
import { removeRoute } from './remove';
import { resultsRoute } from './results';
import { sessionRoute } from './sessions';
import { statusRoute } from './status';
import { storageOutputRoute } from './storageOutputs';
import { storageUploadRoute } from './storageUploads';
import { submitRoute } from './submit';

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
