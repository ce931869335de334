import type { IBinaryData, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { sourceOf, type CardDocument } from '../../extraction/review/cards';
import { allBinaries } from '../../files/input/binaryRefs';
import { contentsOf, isDocument, type Contents } from '../../files/input/contents';
import { nameKey, possibleNames } from '../../files/input/fileNames';
import { fileTypeOf, mayBeDocument, MIME_TYPES } from '../../files/input/fileTypes';
import type { Desk } from '../../pages/desk';
import { FILE_QUERY, picturePage } from '../../pages/documents';
import { noDocumentPage } from '../../pages/messagePages';
import { COMMON_HEADERS } from '../../pages/page';
import { keepsFilesInJson } from '../../shared/n8nFeatures';
import { sha256 } from '../../shared/text';
import type { PageAnswer, PageResponse } from '../operation';
import { parkedItem } from './park';

/** A file of the parked items that a page can show. */
interface ParkedFile extends CardDocument {
	itemIndex: number;
	/** The names by which a row may call it. */
	nameKeys: string[];
}

/** What n8n keeps elsewhere has an ID, which nobody can guess. What it keeps in memory has none, and is not served. */
const filesOf = (item: INodeExecutionData, combined: boolean): Array<IBinaryData | undefined> =>
	allBinaries(item, combined).map(({ parameter }) =>
		typeof parameter === 'string' ? item.binary?.[parameter] : parameter,
	);

const keyOf = (itemIndex: number, place: number, id: string): string =>
	`${itemIndex}.${place}.${sha256(id).slice(0, 24)}`;

/**
 * Finds the document of an item: its own file, or the only file of all items that its `Source File` names. Two mails may bring an
 * `invoice.pdf` each: rather none than the other supplier's.
 */
export function parkedDocuments(
	items: INodeExecutionData[],
	combined: boolean,
): { ofItem: (index: number) => CardDocument | undefined; all: CardDocument[] } {
	const byId = new Map<string, ParkedFile>();
	const ofItems = items.map((item, itemIndex) =>
		filesOf(item, combined).flatMap((data, place): ParkedFile[] => {
			if (!data?.id) return [];
			const name = data.fileName ?? '';
			if (!fileTypeOf(name, data.mimeType) && !mayBeDocument(name, data.mimeType)) return [];
			const sentName = typeof item.json.sent_name === 'string' ? [item.json.sent_name] : [];
			const file: ParkedFile = byId.get(data.id) ?? {
				key: keyOf(itemIndex, place, data.id),
				name: name || 'document',
				itemIndex,
				nameKeys: [...possibleNames(name, data.mimeType), ...sentName].map(nameKey),
			};
			byId.set(data.id, file);
			return [file];
		}),
	);
	const all = [...byId.values()];
	const ofItem = (index: number) => {
		const own = ofItems[index]!;
		const { source } = sourceOf(items[index]!.json);
		if (own.length === 1) return own[0];
		const named = (own.length > 0 ? own : all).filter(({ nameKeys }) => nameKeys.includes(nameKey(source)));
		return source !== '' && named.length === 1 ? named[0] : undefined;
	};
	return { ofItem, all };
}

/** The file that a key stands for. The key of another review fits none. */
function fileAt(context: IWebhookFunctions, key: string): IBinaryData | undefined {
	const [, index, place] = /^(\d{1,6})\.(\d{1,4})\./.exec(key) ?? [];
	if (index === undefined || place === undefined) return undefined;
	const item = parkedItem(context, Number(index));
	const data = item && filesOf(item, keepsFilesInJson(context))[Number(place)];
	return data?.id && keyOf(Number(index), Number(place), data.id) === key ? data : undefined;
}

/** Sends a part, and waits until the browser has taken it, or has gone. @returns whether it is still there */
async function sendPart(response: PageResponse, part: Buffer): Promise<boolean> {
	if (response.destroyed || response.write(part)) return !response.destroyed;
	await new Promise<void>((resolve) => {
		const done = () => {
			response.off('drain', done);
			response.off('close', done);
			resolve();
		};
		response.once('drain', done);
		response.once('close', done);
	});
	return !response.destroyed;
}

/**
 * Sends a document to the frame of the page. Only a PDF, JPG or PNG by its first bytes is ever shown inline: anything else may be a web
 * page with a script, whatever it is called.
 */
export async function documentAnswer(
	context: IWebhookFunctions,
	desk: Desk,
	{ query, response }: { query: ReadonlyMap<string, string>; response: PageResponse },
): Promise<PageAnswer> {
	const key = query.get(FILE_QUERY) ?? '';
	const data = fileAt(context, key);
	if (!data?.id) return { page: noDocumentPage(desk) };
	const name = data.fileName ?? 'document';
	let head: Buffer = Buffer.alloc(0);
	let contents: Contents | undefined;
	for await (const chunk of await context.helpers.getBinaryStream(data.id)) {
		const part = chunk as Buffer;
		if (contents) {
			if (await sendPart(response, part)) continue;
			break;
		}
		head = Buffer.concat([head, part]);
		contents = contentsOf(head, false);
		if (!contents) continue;
		if (!isDocument(contents)) break;
		if (contents !== 'pdf' && !query.has('raw'))
			return {
				page: picturePage(
					desk,
					name,
					`${desk.url === '' ? '?' : `${desk.url}&`}${FILE_QUERY}=${encodeURIComponent(key)}&raw=1`,
				),
			};
		response.statusCode = 200;
		const headers = {
			...COMMON_HEADERS,
			'Content-Type': MIME_TYPES[contents],
			'Content-Disposition': `inline; filename*=UTF-8''${encodeURIComponent(name)}`,
			'Content-Security-Policy': "default-src 'none'; frame-ancestors 'self'",
			'X-Frame-Options': 'SAMEORIGIN',
		};
		for (const [header, value] of Object.entries(headers)) response.setHeader(header, value);
		response.removeHeader('Access-Control-Allow-Origin');
		if (!(await sendPart(response, head))) break;
	}
	if (!contents || !isDocument(contents)) return { page: noDocumentPage(desk) };
	response.end();
	return { isSent: true };
}
