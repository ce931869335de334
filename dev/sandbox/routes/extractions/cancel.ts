import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../errors';
import { endpoint } from '../../http/endpoint';
import { extractionParams, scopeQuery } from '../../http/schemas';
import { statusPayload } from '../../payloads';
import { requestCancel } from '../../processing/transitions';
import { effectiveScope, findExtraction } from '../../visibility';
import type { World } from '../../world';

/** POST /extractions/{extraction_id}/cancel */
export function cancelRoute(app: FastifyInstance, world: World): void {
	const name = 'POST /extractions/{extraction_id}/cancel';
	endpoint(
		app,
		world,
		name,
		{ params: extractionParams, query: scopeQuery },
		({ params, query, account }) => {
			const extraction = findExtraction(
				world,
				account,
				params.extraction_id,
				effectiveScope(account, query.scope),
			);
			const { status } = extraction;
			if (status === 'completed' || status === 'failed') {
				throw new ApiError('EXTRACTION_NOT_CANCELLABLE', { status });
			}
			if (status !== 'cancelled') requestCancel(world, extraction);
			if (extraction.status === 'cancelled') return statusPayload(world, extraction);
			return {
				success: true,
				extraction_id: extraction.id,
				status: 'processing',
				cancellation_requested: true,
				cancel_requested_at: new Date(extraction.cancelRequestedAt!).toISOString(),
			};
		},
	);
}
