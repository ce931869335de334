import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../http/endpoint';
import { extractionParams, scope } from '../../http/schemas';
import { DOWNLOAD_URL_TTL_MS } from '../../limits';
import { downloadUrl, requireOutput } from '../../payloads';
import { effectiveScope, findExtraction } from '../../visibility';
import type { World } from '../../world';

const query = z.object({ format: z.enum(['xlsx', 'csv', 'json']), scope }).strict();

/** GET /extractions/{extraction_id}/output */
export function outputRoute(app: FastifyInstance, world: World): void {
	const name = 'GET /extractions/{extraction_id}/output';
	endpoint(app, world, name, { params: extractionParams, query }, ({ params, query, account }) => {
		const extraction = findExtraction(
			world,
			account,
			params.extraction_id,
			effectiveScope(account, query.scope),
		);
		requireOutput(world, extraction, query.format);
		return {
			download_url: downloadUrl(world, extraction, query.format),
			format: query.format,
			expires_in_seconds: DOWNLOAD_URL_TTL_MS / 1000,
		};
	});
}
