import type { IBinaryData, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { sourceOf, type CardDocument } from '../../extraction/review/cards';
import { allBinaries } from '../../files/input/binaryRefs';
import { isDocument, readContents } from '../../files/input/contents';
import { nameKey, possibleNames } from '../../files/input/fileNames';
import { fileTypeOf, mayBeDocument, MIME_TYPES } from '../../files/input/fileTypes';
import type { Desk } from '../../pages/desk';
import { FILE_QUERY, PICTURE_QUERY, picturePage } from '../../pages/documents';
import { noDocumentPage } from '../../pages/messagePages';
import { documentHeaders } from '../../pages/page';
import { attempt } from '../../shared/attempt';
import { keepsFilesInJson } from '../../shared/n8nFeatures';
import { sha256 } from '../../shared/text';
import type { PageAnswer, PageRun } from '../operation';
import { parkedItem } from './park';
import { getOrAdd } from '../../shared/json';

/** A file of the parked items that a page can show. */
interface ParkedFile extends CardDocument {
	/** The names by which a row may call it. */
	nameKeys: string[];
}

/** What n8n keeps elsewhere has an ID, which nobody can guess. What it keeps in memory has none, and is not served. */
const filesKept = (item: INodeExecutionData, combined: boolean): Array<IBinaryData | undefined> =>
	allBinaries(item, combined).map(({ parameter }) =>
		typeof parameter === 'string' ? item.binary?.[parameter] : parameter,
	);

const documentKey = (itemIndex: number, place: number, id: string): string =>
	`${itemIndex}.${place}.${sha256(id).slice(0, 24)}`;

/**
 * Finds the documents of the items, and the one of an item: its own file, or a file without a row if that is the only one that its
 * `Source File` names. Two mails may bring an `invoice.pdf` each: rather none than the other supplier's.
 */
export function parkedDocuments(items: INodeExecutionData[], combined: boolean) {
	const byId = new Map<string, ParkedFile>();
	const ofItems = items.map((item, itemIndex) =>
		filesKept(item, combined).flatMap((data, place): ParkedFile[] => {
			if (!data?.id) return [];
			const { id, mimeType } = data;
			const name = data.fileName ?? '';
			if (!fileTypeOf(name, mimeType) && !mayBeDocument(name, mimeType)) return [];
			const file = getOrAdd(byId, id, () => ({
				key: documentKey(itemIndex, place, id),
				name: name || 'document',
				nameKeys: possibleNames(name, mimeType).map(nameKey),
			}));
			return [file];
		}),
	);
	// A file that came with another row is that row's: its name says nothing of this one.
	const free = [...byId.values()].filter((file) =>
		items.every(({ json }, index) => sourceOf(json).source === '' || !ofItems[index]!.includes(file)),
	);
	const ofItem = (index: number): CardDocument | undefined => {
		const own = ofItems[index]!;
		const { source } = sourceOf(items[index]!.json);
		const named = (files: ParkedFile[]) =>
			files.filter(({ nameKeys }) => source !== '' && nameKeys.includes(nameKey(source)));
		const found = [named(own), named(free)].find(({ length }) => length > 0) ?? own;
		return found.length === 1 ? found[0] : undefined;
	};
	return { ofItem, ofItems };
}

/** The file that a key stands for. The key of another review fits none. */
function fileAt(context: IWebhookFunctions, key: string): IBinaryData | undefined {
	const [, index = 0, place = 0] = /^(\d{1,6})\.(\d{1,4})\./.exec(key) ?? [];
	const item = parkedItem(context, Number(index));
	const data = item && filesKept(item, keepsFilesInJson(context))[Number(place)];
	return data?.id && documentKey(Number(index), Number(place), data.id) === key ? data : undefined;
}

/**
 * The document for the frame of the page. Only a PDF, JPG or PNG by its first bytes is ever shown inline: anything else may be a web page
 * with a script, whatever it is called.
 */
export async function documentAnswer({ context, query }: PageRun, desk: Desk): Promise<PageAnswer> {
	const key = query.get(FILE_QUERY) ?? '';
	const { id, fileName: name = 'document' } = fileAt(context, key) ?? {};
	if (id === undefined) return { page: noDocumentPage(desk.texts) };
	const open = async () => await context.helpers.getBinaryStream(id);
	// n8n may have deleted it meanwhile.
	const read = await attempt(async () => await readContents(await open()));
	const contents = read.ok ? read.value : 'other';
	if (!isDocument(contents)) return { page: noDocumentPage(desk.texts) };
	if (contents !== 'pdf' && !query.has(PICTURE_QUERY)) return { page: picturePage(desk, name, key) };
	return { document: await open(), headers: documentHeaders(MIME_TYPES[contents], name) };
}
