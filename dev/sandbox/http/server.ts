import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { ApiError, invalidInput } from '../errors';
import { newerPayload } from '../newer';
import type { World } from '../world';
import { applyFault } from '../faults/applyFault';
import { spoil } from '../faults/spoil';
import './requestState';

/** 6,000 file entries with the longest names are some megabytes of JSON. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;
const MAX_SDK_NAME = 32;

/** What goes wrong before a handler is reached (bad JSON, too much of it) is a request that does not match the contract. */
function toApiError(error: Error & { statusCode?: number }): ApiError {
	if (error instanceof ApiError) return error;
	if (error.statusCode !== undefined && error.statusCode < 500)
		return invalidInput({ message: error.message, path: [] });
	console.error('sandbox: a handler failed', error);
	return new ApiError('INTERNAL_ERROR');
}

function sendError(reply: FastifyReply, error: ApiError): void {
	const seconds = error.details?.retry_after_seconds;
	if (error.code === 'RATE_LIMITED') reply.header('retry-after', String(seconds));
	reply.code(error.status).send(error.toBody());
}

function checkSdkName(request: FastifyRequest): void {
	const name = request.headers['x-sdk-name'];
	if (typeof name === 'string' && name.length > MAX_SDK_NAME) {
		throw invalidInput({ message: `must be at most ${MAX_SDK_NAME} characters`, path: ['X-SDK-Name'] });
	}
}

/** JSON bodies only; an empty one is none. */
function addJsonParser(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
		if (body === '') return done(null, undefined);
		try {
			done(null, JSON.parse(body as string));
		} catch {
			done(invalidInput({ message: 'the body is not valid JSON', path: [] }));
		}
	});
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
		if (body === '') return done(null, undefined);
		done(invalidInput({ message: 'Content-Type must be application/json', path: ['Content-Type'] }));
	});
}

/** A JSON answer of the API as a newer service gives it. */
function withAdditions(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
	const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
	if (!isJson || typeof payload !== 'string' || !request.url.startsWith('/v1/')) return payload;
	reply.removeHeader('content-length');
	return JSON.stringify(newerPayload(JSON.parse(payload)));
}

/** A server with the conventions every request shares: log, faults, error envelope. Routes are added by the caller. */
export function createServer(world: World): FastifyInstance {
	// Every answer is dated by the sandbox's own clock, which can be moved.
	const tellTime = (reply: FastifyReply) => reply.header('date', new Date(world.clock.now()).toUTCString());
	const app = fastify({
		logger: false,
		bodyLimit: MAX_BODY_BYTES,
		forceCloseConnections: true,
		exposeHeadRoutes: false,
		routerOptions: { maxParamLength: 2_000 },
		frameworkErrors: (_error, _request, reply) => {
			tellTime(reply as FastifyReply);
			sendError(reply as FastifyReply, new ApiError('NOT_FOUND'));
		},
	});
	app.decorateRequest('logEntry', null);
	app.decorateRequest('fault', null);
	app.decorateRequest('apiKey', null);
	addJsonParser(app);
	app.setErrorHandler((error: Error, _request, reply) => sendError(reply, toApiError(error)));
	app.setNotFoundHandler((request, reply) => {
		request.logEntry ??= world.log.begin(request, 'unknown');
		request.logEntry.over = true;
		sendError(reply, new ApiError('NOT_FOUND'));
	});
	app.addHook('onSend', async (request, reply, payload) => {
		const { fault, logEntry } = request;
		const { authorization = '' } = request.headers;
		tellTime(reply);
		if (logEntry)
			world.manners.answered(authorization, logEntry, reply.statusCode, reply.getHeader('retry-after'));
		if (fault?.kind === 'reset_after') request.raw.socket.destroy();
		else if (logEntry) logEntry.status = reply.statusCode;
		const told = world.settings.newer ? withAdditions(request, reply, payload) : payload;
		return fault ? spoil(fault, request, reply, told) : told;
	});
	return app;
}

/** Logs a request and lets a planned fault hit it. Returns true when the fault has dealt with it. */
export async function admit(world: World, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
	const name = request.routeOptions.config.endpoint;
	if (!name) return false;
	const query = request.query as Record<string, unknown>;
	const isStorage = name === 'PUT part' || name === 'GET download';
	const logEntry = world.log.begin(request, name, isStorage ? undefined : query);
	request.logEntry = logEntry;
	if (!isStorage) world.manners.arrived(request.headers.authorization ?? '', logEntry);
	reply.raw.once('close', () => {
		logEntry.over = true;
	});
	const isHeld = name === 'GET /extractions/{extraction_id}' && query.wait !== undefined;
	const fault = world.faults.take(name, request.url, isHeld);
	if (!fault) return false;
	request.fault = fault;
	return await applyFault(fault, request, reply);
}

/** Gives the routes of one prefix what API requests share: log, faults, client headers and the key. */
export function addApiHooks(app: FastifyInstance, world: World): void {
	app.addHook('onRequest', async (request, reply) => {
		if (await admit(world, request, reply)) return reply;
		if (!request.logEntry) return;
		const key = world.accounts.authenticate(request.headers.authorization);
		request.apiKey = key;
		request.logEntry.keyId = key.keyId;
		checkSdkName(request);
	});
}
