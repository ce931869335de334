import { z } from 'zod';
import { withoutSignatures } from '../errors/serviceWords';
import { readableList, listWhere, maybe, numbers, orText, texts } from './tolerant';
import { isRecord } from '../../shared/json';

/** A page, or a file if the service does not name the page. */
interface PageReference {
	file_name: string;
	page?: number | null;
	[key: string]: unknown;
}

const pageReferences = listWhere(
	(entry): entry is PageReference => isRecord(entry) && typeof entry.file_name === 'string',
);

const failureReason = orText(
	'message',
	z
		.object({
			code: z.string().catch(''),
			message: z.string().catch(''),
			affected_pages: readableList(z.object({ file_name: z.string(), pages: numbers }).passthrough()),
		})
		.passthrough()
		.transform(withoutSignatures),
);

/** "Page result". A count that is missing is that of the list. */
export const pageResult = z
	.object({
		successful_count: maybe(z.number()),
		failed_count: maybe(z.number()),
		successful: pageReferences,
		failed: pageReferences,
		failure_reasons: readableList(failureReason),
	})
	.passthrough()
	.transform((pages) => ({
		...pages,
		successful_count: pages.successful_count ?? pages.successful.length,
		failed_count: pages.failed_count ?? pages.failed.length,
	}));
export type PageResult = z.infer<typeof pageResult>;

const reviewItemSchema = orText(
	'message',
	z
		.object({
			message: z.string().catch(''),
			affected_fields: texts,
			output_row_numbers: numbers,
			source_references: texts,
		})
		.passthrough()
		.transform(withoutSignatures),
);

/** "Review Needed item". A count that is missing is that of the list. */
export const reviewNeeded = z
	.object({ count: maybe(z.number()), items: readableList(reviewItemSchema) })
	.passthrough()
	.transform((review) => ({ ...review, count: review.count ?? review.items.length }));
export type ReviewNeeded = z.infer<typeof reviewNeeded>;

/** "Prompt note" */
export const promptNote = orText(
	'description',
	z
		.object({
			topic: z.string().catch(''),
			description: z.string().catch(''),
			suggested_prompt_additions: readableList(z.unknown()),
		})
		.passthrough()
		.transform(withoutSignatures),
);
