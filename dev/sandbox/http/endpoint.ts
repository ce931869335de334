import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { z } from 'zod';
import { invalidInput } from '../errors';
import { ENDPOINTS, type EndpointName } from '../limits';
import type { Account, ApiKey } from '../state/Accounts';
import type { World } from '../world';
import './requestState';
import { noQuery } from './schemas';
import { parse } from './validation';

interface Shape<P extends z.ZodTypeAny, Q extends z.ZodTypeAny, B extends z.ZodTypeAny> {
	params?: P;
	/** No query parameter is allowed without it. */
	query?: Q;
	/** No body is allowed without it. */
	body?: B;
}

export interface Call<P, Q, B> {
	params: P;
	query: Q;
	body: B;
	key: ApiKey;
	account: Account;
	request: FastifyRequest;
	reply: FastifyReply;
}

function refuseRepeatedKeys(query: Record<string, unknown>): void {
	const repeated = Object.keys(query).filter((name) => Array.isArray(query[name]));
	if (repeated.length > 0) {
		throw invalidInput(...repeated.map((name) => ({ message: 'must not be repeated', path: [name] })));
	}
}

/** Registers one endpoint of the contract: rate limit, then strict validation, then the handler, whose result is the answer. */
export function endpoint<P extends z.ZodTypeAny, Q extends z.ZodTypeAny, B extends z.ZodTypeAny>(
	app: FastifyInstance,
	world: World,
	name: EndpointName,
	shape: Shape<P, Q, B>,
	handler: (call: Call<z.output<P>, z.output<Q>, z.output<B>>) => unknown,
): void {
	const [method, path] = name.split(' ') as [HTTPMethods, string];
	app.route({
		method,
		url: path.replace(/\{(\w+)\}/g, ':$1'),
		config: { endpoint: name },
		onRequest: async (request) => world.rateLimits.take(request.apiKey!.keyId, ENDPOINTS[name]),
		handler: async (request, reply) => {
			const key = request.apiKey!;
			const rawQuery = request.query as Record<string, unknown>;
			refuseRepeatedKeys(rawQuery);
			if (!shape.body && request.body !== undefined && request.body !== null) {
				throw invalidInput({ message: 'this request takes no body', path: [] });
			}
			const call = {
				params: (shape.params ? parse(shape.params, request.params) : undefined) as z.output<P>,
				query: (shape.query || Object.keys(rawQuery).length > 0
					? parse(shape.query ?? noQuery, rawQuery)
					: {}) as z.output<Q>,
				body: (shape.body ? parse(shape.body, request.body) : undefined) as z.output<B>,
				key,
				account: key.account,
				request,
				reply,
			};
			return await handler(call);
		},
	});
}
