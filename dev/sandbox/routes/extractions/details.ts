import type { FastifyInstance } from 'fastify';
import { endpoint } from '../../http/endpoint';
import { extractionParams, scopeQuery } from '../../http/schemas';
import { detailsRecord } from '../../payloads';
import { effectiveScope, findExtraction } from '../../visibility';
import type { World } from '../../world';

/** GET /extractions/{extraction_id}/details */
export function detailsRoute(app: FastifyInstance, world: World): void {
	const name = 'GET /extractions/{extraction_id}/details';
	endpoint(
		app,
		world,
		name,
		{ params: extractionParams, query: scopeQuery },
		({ params, query, account }) => {
			const scope = effectiveScope(account, query.scope);
			const extraction = findExtraction(world, account, params.extraction_id, scope);
			return { success: true, extraction: detailsRecord(world, extraction, scope) };
		},
	);
}
