import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../errors';
import { endpoint } from '../../http/endpoint';
import { extractionParams, scopeQuery } from '../../http/schemas';
import { removeExtraction } from '../../state/removeExtraction';
import { effectiveScope, findExtraction } from '../../visibility';
import type { World } from '../../world';

const FINAL = new Set(['completed', 'failed', 'cancelled']);

/** DELETE /extractions/{extraction_id} */
export function removeRoute(app: FastifyInstance, world: World): void {
	const name = 'DELETE /extractions/{extraction_id}';
	endpoint(
		app,
		world,
		name,
		{ params: extractionParams, query: scopeQuery },
		async ({ params, query, account }) => {
			const extraction = findExtraction(
				world,
				account,
				params.extraction_id,
				effectiveScope(account, query.scope),
			);
			if (!FINAL.has(extraction.status)) throw new ApiError('EXTRACTION_IN_PROGRESS');
			await removeExtraction(world, extraction);
			return { success: true };
		},
	);
}
