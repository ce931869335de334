import type { INodeExecutionData } from 'n8n-workflow';
import { carriedQuestions, type AskedExtraction } from '../../../extraction/questions/asked';
import type { CardDocument } from '../../../extraction/review/cards';
import type { Desk } from '../../../pages/desk';
import { questionsPage, type QuestionsPage } from '../../../pages/questions/questionsPage';
import { parkedExtraction, scope } from '../../../parameters/ids/extraction';
import type { Values } from '../../../parameters/param';
import { keepsFilesInJson } from '../../../shared/n8nFeatures';
import { joinNames } from '../../../shared/text';
import type { PageRun } from '../../operation';
import { createPageClient } from '../../person/client';
import { parkedDocuments } from '../../person/documents';
import { pageOptions } from '../../person/options';
import { parkedItems } from '../../person/park';
import { extractionsOf, statusesOf, type IdsOfItems } from './extractions';

/** The options of the page. */
export const options = { ...pageOptions('Questions About Your Documents'), scope };

export type AskDesk = Desk & Values<typeof options>;

/** The names and documents of each extraction. A single one has those of all items. */
function filesOfExtractions(items: INodeExecutionData[], ids: IdsOfItems, ofItems: CardDocument[][]) {
	const files = new Map<string, { name: string; documents: CardDocument[] }>();
	const all = extractionsOf(ids);
	for (const id of all) {
		const isOwn = (_: unknown, index: number) => all.length === 1 || ids[index] === id;
		const own = items.filter(isOwn).map(({ json }) => json);
		const names = own.flatMap((one) => one.file_names ?? one.file_name ?? one.task_name ?? []).map(String);
		const documents = [...new Set(ofItems.filter(isOwn).flat())];
		files.set(id, { name: joinNames([...new Set(names)]) || id, documents });
	}
	return files;
}

/** What the page is about. */
export function subjectOf({ context }: PageRun, setting: AskDesk) {
	const items = parkedItems(context);
	const ids = items.map((_, itemIndex) => parkedExtraction(context, itemIndex));
	const files = filesOfExtractions(items, ids, parkedDocuments(items, keepsFilesInJson(context)).ofItems);
	const desk = { ...setting, hasDocuments: [...files.values()].some((one) => one.documents.length > 0) };
	return {
		context,
		items,
		ids,
		desk,
		/** What some extractions are called. */
		namesOf: (of: string[]) => joinNames([...new Set(of.flatMap((id) => files.get(id)?.name ?? []))]),
		/** What the service says of each now. @throws ServiceError */
		readStatuses: async () => await statusesOf(await createPageClient(context), ids, setting.scope),
		show: (page: Omit<QuestionsPage, 'files'>) => questionsPage(desk, { ...page, files }),
	};
}

export type Subject = ReturnType<typeof subjectOf>;

/** The questions that the items carry, if all of them do. */
export function carriedBy({ ids, items }: Subject): AskedExtraction[] {
	const jsonsOf = (id: string) => items.filter((_, index) => ids[index] === id).map(({ json }) => json);
	const carried = extractionsOf(ids).map((id) => carriedQuestions(id, jsonsOf(id)));
	return carried.every((one) => one !== undefined) ? carried : [];
}
