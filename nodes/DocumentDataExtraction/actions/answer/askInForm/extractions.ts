import type { INode, INodeExecutionData } from 'n8n-workflow';
import { describeFailure } from '../../../api/errors/describeFailure';
import { getExtractionStatus, type Scope } from '../../../api/endpoints/extractions';
import { errorJson, toNodeError } from '../../../api/errors/nodeError';
import { isServiceError } from '../../../api/errors/ServiceError';
import type { ApiClient } from '../../../api/http/client';
import { isTerminal, type ExtractionStatus } from '../../../api/schemas/extractions';
import { askedOf, isAsking, openCountJson, type AskedExtraction } from '../../../extraction/questions/asked';
import { outcomeError } from '../../../extraction/status/outcome';
import { extractionIdOfItem } from '../../../parameters/ids/extraction';
import { attempt } from '../../../shared/attempt';
import { InputProblems, valueOf } from '../../../shared/problems';

/** More questions than of these, and nobody reads the page to its end. Each is a request when answers are sent. */
const MOST_EXTRACTIONS = 10;

/** The extraction of each item; undefined for one that names none, such as a document that was not extracted. */
export type IdsOfItems = ReadonlyArray<string | undefined>;

/** The extractions of some items, each once. */
export const extractionsOf = (ids: IdsOfItems): string[] => [...new Set(ids.flatMap((id) => id ?? []))];

/** @throws InputProblems for none, and for too many */
export function expectFewIds(ids: IdsOfItems): void {
	const { length } = extractionsOf(ids);
	if (length === 0) valueOf(extractionIdOfItem.check(''));
	if (length <= MOST_EXTRACTIONS) return;
	const text = `Ask in a Form takes at most ${MOST_EXTRACTIONS} extractions on one page, but there are ${length}`;
	const nextStep = `Put a Loop Over Items node with a Batch Size of ${MOST_EXTRACTIONS} before this node. Each batch then gets a page of its own.`;
	throw new InputProblems([{ text, nextStep }]);
}

/** What is known of each extraction: its status, that the service does not have it any more, or that its ID is none. */
export type Told = ReadonlyMap<string, ExtractionStatus | Error>;

const GONE_CODES = new Set(['EXTRACTION_NOT_FOUND', 'OUTPUT_EXPIRED', 'OUTPUT_NOT_AVAILABLE']);

const isNotThere = (error: unknown): error is Error =>
	error instanceof InputProblems || (isServiceError(error) && GONE_CODES.has(error.code));

/** Reads the status of each extraction. One that is not there does not hold up the others. @throws ServiceError */
export async function statusesOf(api: ApiClient, ids: IdsOfItems, scope: Scope | undefined): Promise<Told> {
	const told = new Map<string, ExtractionStatus | Error>();
	for (const text of extractionsOf(ids)) {
		const id = (): string => valueOf(extractionIdOfItem.check(text));
		const read = await attempt(async () => await getExtractionStatus(api, id(), { scope }));
		if (read.ok) told.set(text, read.value);
		else if (isNotThere(read.error)) told.set(text, read.error);
		else throw read.error;
	}
	return told;
}

/** The extractions that ask. */
export const askingIn = (told: Told): ExtractionStatus[] =>
	[...told.values()].flatMap((one) => (one instanceof Error || !isAsking(one) ? [] : one));

/** The questions that are open. */
export const openIn = (told: Told): AskedExtraction[] => askingIn(told).map(askedOf);

/** The status of each extraction, and why it was cancelled or has failed, or that it is gone. */
export const statusText = (told: Told): string =>
	[...told.values()]
		.flatMap((one) => {
			if (one instanceof Error) return isServiceError(one) ? `${describeFailure(one.failure).message}.` : [];
			const reason = isTerminal(one.status) ? outcomeError(one)?.failure.message : undefined;
			return `Status of the extraction: ${one.status}${reason === undefined ? '' : `, ${reason}`}.`;
		})
		.join(' ');

/** Makes the item of one whose extraction is not there. */
type ItemFor = (error: unknown, itemIndex: number) => INodeExecutionData;

/** One item for each extraction, with its status. What names none comes out as it came in, and so does a failed one without `failed`. */
export const statusItems = (items: INodeExecutionData[], ids: IdsOfItems, told: Told, failed?: ItemFor) =>
	items.flatMap((item, index): INodeExecutionData[] => {
		const id = ids[index];
		const status = told.get(id ?? '');
		const pairedItem = { item: index };
		if (status instanceof Error && failed) return [failed(status, index)];
		if (!status || status instanceof Error) return [{ ...item, pairedItem }];
		return ids.indexOf(id) === index ? [{ json: openCountJson(status), pairedItem }] : [];
	});

/** Makes failed items at the page of a parked node, if it continues on fail: n8n says so itself only where a node runs. */
export function failedAtPage(node: INode, items: number): ItemFor | undefined {
	if (!(node.onError?.startsWith('continue') ?? node.continueOnFail)) return undefined;
	return (error, itemIndex) => {
		const nodeError = toNodeError(node, error, { itemIndex, items });
		return { json: errorJson(nodeError), pairedItem: { item: itemIndex } };
	};
}
