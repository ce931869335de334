import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { invalidInput } from '../errors';
import { endpoint } from '../http/endpoint';
import { queryInteger, scope, timestamp } from '../http/schemas';
import { listItem } from '../payloads';
import type { Extraction } from '../state/extraction';
import type { ListPlace } from '../state/extractions';
import { effectiveScope, isVisible } from '../visibility';
import type { World } from '../world';

const query = z
	.object({
		status: z.enum(['processing', 'completed', 'cancelled', 'failed']).optional(),
		submission_method: z.enum(['api', 'web_app']).optional(),
		created_after: timestamp.optional(),
		created_before: timestamp.optional(),
		scope,
		limit: queryInteger(1, 100).default('25'),
		cursor: z.string().min(1).optional(),
	})
	.strict();
type Query = z.output<typeof query>;

const encode = ({ createdAt, sequence }: ListPlace) =>
	Buffer.from(JSON.stringify([createdAt, sequence])).toString('base64url');

function decode(cursor: string | undefined): ListPlace | undefined {
	if (cursor === undefined) return undefined;
	try {
		const [createdAt, sequence] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
		if (Number.isInteger(createdAt) && Number.isInteger(sequence)) {
			return { createdAt: createdAt as number, sequence: sequence as number };
		}
	} catch {
		// Not one of ours: refused below.
	}
	throw invalidInput({ message: 'is malformed', path: ['cursor'] });
}

function* matching(candidates: Iterable<Extraction>, query: Query): Generator<Extraction> {
	for (const extraction of candidates) {
		const { createdAt, status, submissionMethod, hidden } = extraction;
		if (query.created_after !== undefined && createdAt < query.created_after) return;
		if (hidden || (query.created_before !== undefined && createdAt > query.created_before)) continue;
		if (query.status !== undefined && status !== query.status) continue;
		if (query.submission_method !== undefined && submissionMethod !== query.submission_method) continue;
		yield extraction;
	}
}

/** GET /extractions */
export function listRoute(app: FastifyInstance, world: World): void {
	endpoint(app, world, 'GET /extractions', { query }, ({ query, account }) => {
		const { created_after, created_before, limit } = query;
		if (created_after !== undefined && created_before !== undefined && created_after > created_before) {
			throw invalidInput({ message: 'must not be later than created_before', path: ['created_after'] });
		}
		const place = decode(query.cursor);
		const scope = effectiveScope(account, query.scope);
		const page: Extraction[] = [];
		let hasMore = false;
		for (const extraction of matching(world.extractions.newestFirst(place), query)) {
			if (!isVisible(extraction, account, scope)) continue;
			if (page.length === limit) {
				hasMore = true;
				break;
			}
			page.push(extraction);
		}
		return {
			success: true,
			extractions: page.map((extraction) => listItem(world, extraction, scope)),
			has_more: hasMore,
			next_cursor: hasMore ? encode(page[page.length - 1]!) : null,
		};
	});
}
