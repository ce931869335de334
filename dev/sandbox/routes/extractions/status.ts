import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ApiError } from '../../errors';
import { endpoint } from '../../http/endpoint';
import { extractionParams, queryInteger, scope } from '../../http/schemas';
import { sendHtml } from '../../http/storageErrors';
import { statusPayload } from '../../payloads';
import { sleep } from '../../sleep';
import type { Extraction } from '../../state/extraction';
import { effectiveScope, findExtraction } from '../../visibility';
import type { World } from '../../world';

const query = z.object({ wait: queryInteger(1, 45).optional(), scope }).strict();

/** Resolves when the extraction leaves `processing`, `seconds` of clock time are up, or the client has gone. */
async function hold(
	world: World,
	extraction: Extraction,
	seconds: number,
	request: FastifyRequest,
): Promise<void> {
	const { socket } = request.raw;
	await new Promise<void>((resolve) => {
		const callOff = world.clock.at(world.clock.now() + seconds * 1000, () => finish());
		const finish = () => {
			callOff();
			extraction.waiters.delete(finish);
			socket.off('close', finish);
			resolve();
		};
		extraction.waiters.add(finish);
		socket.once('close', finish);
	});
}

/** GET /extractions/{extraction_id} */
export function statusRoute(app: FastifyInstance, world: World): void {
	const name = 'GET /extractions/{extraction_id}';
	endpoint(app, world, name, { params: extractionParams, query }, async (call) => {
		const { params, query, account, request, reply } = call;
		const extraction = findExtraction(
			world,
			account,
			params.extraction_id,
			effectiveScope(account, query.scope),
		);
		if (query.wait !== undefined && extraction.status === 'processing') {
			const held = hold(world, extraction, query.wait, request);
			const { fault } = request;
			if (fault?.kind === 'cut_held') {
				const cut = sleep(fault.delayMs ?? 0).then(() => 'cut' as const);
				if ((await Promise.race([held, cut])) === 'cut') return sendHtml(reply, fault.status ?? 504);
			}
			await held;
			if (extraction.removed) throw new ApiError('EXTRACTION_NOT_FOUND');
		}
		return statusPayload(world, extraction);
	});
}
