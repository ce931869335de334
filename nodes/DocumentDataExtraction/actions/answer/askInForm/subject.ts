import type { IWebhookFunctions } from 'n8n-workflow';
import { carriedQuestions, type AskedExtraction } from '../../../extraction/questions/asked';
import type { Desk } from '../../../pages/desk';
import { questionsPage, type QuestionsPage } from '../../../pages/questions/questionsPage';
import { parkedExtractionId, scope } from '../../../parameters/ids/extraction';
import { keepsFilesInJson } from '../../../shared/n8nFeatures';
import type { PageRun } from '../../operation';
import { createPageClient } from '../../person/client';
import { parkedDocuments } from '../../person/documents';
import { pageOptions, parkedOptions } from '../../person/options';
import { parkedItems } from '../../person/park';
import { extractionsOf, statusesOf } from './extractions';

/** The options of the page. */
export const options = { ...pageOptions('Questions About Your Documents'), scope };

export const settingOf = (context: IWebhookFunctions) => parkedOptions(context, options);

export type AskDesk = Desk & ReturnType<typeof settingOf>;

/** What the page is about. */
export function subjectOf({ context }: PageRun, setting: AskDesk) {
	const items = parkedItems(context);
	const ids = items.map((_, itemIndex) => parkedExtractionId(context, itemIndex));
	const documents = parkedDocuments(items, keepsFilesInJson(context)).all;
	const desk = { ...setting, hasDocuments: documents.length > 0 };
	return {
		items,
		ids,
		desk,
		/** What the service says of each now. @throws ServiceError */
		readStatuses: async () => await statusesOf(await createPageClient(context), ids, setting.scope),
		show: (page: Omit<QuestionsPage, 'documents'>) => questionsPage(desk, { ...page, documents }),
	};
}

export type Subject = ReturnType<typeof subjectOf>;

/** The questions that the items carry, if all of them do. */
export function carriedBy({ ids, items }: Subject): AskedExtraction[] {
	const jsonsOf = (id: string) => items.filter((_, index) => ids[index] === id).map(({ json }) => json);
	const carried = extractionsOf(ids).map((id) => carriedQuestions(id, jsonsOf(id)));
	return carried.every((one) => one !== undefined) ? carried : [];
}
