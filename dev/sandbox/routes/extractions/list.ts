import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { invalidInput } from '../../errors';
import { endpoint } from '../../http/endpoint';
import { queryInteger, scope, timestamp } from '../../http/schemas';
import { listItem } from '../../payloads';
import type { Extraction } from '../../state/extraction';
import type { ListPlace } from '../../state/Extractions';
import type { Settings } from '../../settings';
import { effectiveScope, isVisible, type Scope } from '../../visibility';
import type { World } from '../../world';

const query = z
	.object({
		status: z.enum(['processing', 'completed', 'cancelled', 'failed', 'input_required']).optional(),
		submission_method: z.enum(['api', 'web_app']).optional(),
		created_after: timestamp.optional(),
		created_before: timestamp.optional(),
		scope,
		limit: queryInteger(1, 100).default('25'),
		cursor: z.string().min(1).optional(),
	})
	.strict();
type Query = z.output<typeof query>;

/** The filters that a cursor belongs to; the page size is none. */
const filtersOf = ({ cursor: _cursor, limit: _limit, ...filters }: Query, scope: Scope) =>
	JSON.stringify(Object.entries({ ...filters, scope }).sort(([a], [b]) => (a < b ? -1 : 1)));

const encode = ({ createdAt, sequence }: ListPlace, filters: string) =>
	Buffer.from(JSON.stringify([createdAt, sequence, filters])).toString('base64url');

function decode(cursor: string, filters: string, settings: Settings): ListPlace {
	try {
		const [createdAt, sequence, given] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
		const belongs = given === filters || !settings.cursorsKeepFilters;
		if (Number.isInteger(createdAt) && Number.isInteger(sequence) && belongs) {
			return { createdAt: createdAt as number, sequence: sequence as number };
		}
	} catch {
		// Not one of ours: refused below.
	}
	throw invalidInput({ message: 'is malformed, or belongs to other filters', path: ['cursor'] });
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
		if (query.status === 'input_required' && !world.settings.newer) {
			throw invalidInput({ message: 'is not a status to filter by', path: ['status'] });
		}
		const { created_after, created_before, limit } = query;
		if (created_after !== undefined && created_before !== undefined && created_after > created_before) {
			throw invalidInput({ message: 'must not be later than created_before', path: ['created_after'] });
		}
		const scope = effectiveScope(account, query.scope);
		const filters = filtersOf(query, scope);
		const { cursor } = query;
		const place = cursor === undefined ? undefined : decode(cursor, filters, world.settings);
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
			next_cursor: hasMore ? encode(page[page.length - 1]!, filters) : null,
		};
	});
}
