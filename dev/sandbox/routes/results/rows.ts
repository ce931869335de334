import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../http/endpoint';
import { extractionParams, queryInteger, scope } from '../../http/schemas';
import { outputExpiresAt, requireOutput } from '../../payloads';
import { columnsOf, rowsOf } from '../../output/rows';
import type { Extraction } from '../../state/extraction';
import { effectiveScope, findExtraction } from '../../visibility';
import type { World } from '../../world';

const query = z
	.object({
		offset: queryInteger(0, Number.MAX_SAFE_INTEGER).default('0'),
		limit: queryInteger(1, 1_000).default('100'),
		scope,
	})
	.strict();

/** How many rows are given, and up to where more are promised: all of them, but for a planned lag. */
function lag(extraction: Extraction, total: number): { visible: number; promised: number } {
	const { plan } = extraction;
	extraction.rowsRead += 1;
	const { visible, requests = Infinity, hasMore } = plan.laggingRows ?? { visible: total };
	if (extraction.rowsRead > requests) return { visible: total, promised: total };
	return { visible, promised: hasMore ? total : visible };
}

/** GET /extractions/{extraction_id}/results */
export function resultsRoute(app: FastifyInstance, world: World): void {
	const name = 'GET /extractions/{extraction_id}/results';
	endpoint(app, world, name, { params: extractionParams, query }, ({ params, query, account }) => {
		const extraction = findExtraction(
			world,
			account,
			params.extraction_id,
			effectiveScope(account, query.scope),
		);
		const result = requireOutput(world, extraction, 'json');
		const { offset, limit } = query;
		const total = result.rows.length;
		const { visible, promised } = lag(extraction, total);
		const until = Math.min(offset + limit, visible);
		const rows = rowsOf(extraction, offset, until, extraction.options.json_typed_values);
		const end = offset + rows.length;
		const hasMore = end < promised;
		return {
			success: true,
			extraction_id: extraction.id,
			status: extraction.status,
			output_structure: extraction.outputStructure,
			output_expires_at: new Date(outputExpiresAt(extraction)).toISOString(),
			json_typed_values: extraction.options.json_typed_values,
			columns: columnsOf(extraction),
			rows,
			offset,
			limit,
			row_count: rows.length,
			total_rows: total,
			has_more: hasMore,
			next_offset: hasMore ? end : null,
			review_needed: {
				count: result.reviewItems.length,
				items: result.reviewItems.filter((item) =>
					item.output_row_numbers.some((number) => number > offset && number <= end),
				),
			},
			pages: result.pages,
		};
	});
}
