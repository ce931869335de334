import type { INodeExecutionData } from 'n8n-workflow';
import { describeFailure } from '../../../api/errors/describeFailure';
import { getExtractionStatus, type Scope } from '../../../api/endpoints/extractions';
import { isServiceError, type ServiceError } from '../../../api/errors/ServiceError';
import type { ApiClient } from '../../../api/http/client';
import { isTerminal, type ExtractionStatus } from '../../../api/schemas/extractions';
import { isAsking, openCountJson } from '../../../extraction/questions/asked';
import { outcomeError } from '../../../extraction/status/outcome';
import { extractionIdOfItem } from '../../../parameters/ids/extraction';
import { attempt } from '../../../shared/attempt';
import { InputProblems, valueOf } from '../../../shared/problems';

/** More questions than of these, and nobody reads the page to its end. Each is a request when answers are sent. */
const MOST_EXTRACTIONS = 10;

/** The extractions of the input, and the indexes of the items that name each. */
export type AskedItems = Map<string, number[]>;

/**
 * The extractions that the items name. Items that name none, such as a document that was not extracted, are none of them.
 *
 * @throws InputProblems for none, and for too many
 */
export function extractionsOf(items: INodeExecutionData[], idOf: (itemIndex: number) => string | undefined) {
	const asked: AskedItems = new Map();
	items.forEach((_, itemIndex) => {
		const id = idOf(itemIndex);
		if (id !== undefined) asked.set(id, [...(asked.get(id) ?? []), itemIndex]);
	});
	if (asked.size === 0) valueOf(extractionIdOfItem.check(''));
	if (asked.size <= MOST_EXTRACTIONS) return asked;
	throw new InputProblems([
		{
			text: `Ask in a Form takes at most ${MOST_EXTRACTIONS} extractions on one page, but there are ${asked.size}`,
			nextStep: `Put a Loop Over Items node with a Batch Size of ${MOST_EXTRACTIONS} before this node. Each batch then gets a page of its own.`,
		},
	]);
}

/** What the service says of an extraction: its status, or that it does not have it any more. */
export type Told = { status: ExtractionStatus } | { gone: ServiceError };

const GONE_CODES = new Set(['EXTRACTION_NOT_FOUND', 'OUTPUT_EXPIRED', 'OUTPUT_NOT_AVAILABLE']);

/** Reads the status of each extraction. What one does not have any more does not hold up the others. @throws ServiceError */
export async function statusesOf(
	api: ApiClient,
	ids: Iterable<string>,
	scope: Scope | undefined,
): Promise<Map<string, Told>> {
	const told = new Map<string, Told>();
	for (const id of ids) {
		const read = await attempt(async () => await getExtractionStatus(api, id, { scope }));
		if (read.ok) told.set(id, { status: read.value });
		else if (isServiceError(read.error) && GONE_CODES.has(read.error.code))
			told.set(id, { gone: read.error });
		else throw read.error;
	}
	return told;
}

export const stillAsks = (told: Told | undefined): told is { status: ExtractionStatus } =>
	told !== undefined && 'status' in told && isAsking(told.status);

/** The status of each extraction that does not ask, and why it was cancelled or has failed, or that it is gone. */
export const statusText = (told: ReadonlyMap<string, Told>): string =>
	[...told.values()]
		.map((one) => {
			if ('gone' in one) return `${describeFailure(one.gone.failure).message}.`;
			const { status } = one.status;
			const reason = isTerminal(status) ? outcomeError(one.status)?.failure.message : undefined;
			return `Status of the extraction: ${status}${reason === undefined ? '' : `, ${reason}`}.`;
		})
		.join(' ');

/** One item for each extraction, with its status. What names none, or an extraction that is gone, comes out as it came in. */
export function statusItems(
	items: INodeExecutionData[],
	asked: AskedItems,
	told: ReadonlyMap<string, Told>,
): INodeExecutionData[] {
	const idAt = new Map([...asked].flatMap(([id, indexes]) => indexes.map((index) => [index, id] as const)));
	return items.flatMap((item, index): INodeExecutionData[] => {
		const id = idAt.get(index);
		const known = id === undefined ? undefined : told.get(id);
		const pairedItem = { item: index };
		if (!known || !('status' in known)) return [{ ...item, pairedItem }];
		return asked.get(id!)![0] === index ? [{ json: openCountJson(known.status), pairedItem }] : [];
	});
}
