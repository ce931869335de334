import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { listExtractions, type Scope } from '../api/endpoints/extractions';
import { createClient, type ApiClient } from '../api/http/client';
import { BRIEF } from '../api/http/retry';
import { LIMITS } from '../api/limits';
import type { ListedExtraction } from '../api/schemas/extractions';
import { toNodeError } from '../api/errors/nodeError';
import { explain } from '../shared/attempt';
import { searchText } from '../shared/text';
import { timeOf } from '../shared/time';

/** Asks the service for somebody who waits in the editor. @throws a node error, which the editor shows instead of the list */
export async function forEditor<T>(
	context: ILoadOptionsFunctions,
	work: (api: ApiClient) => Promise<T>,
): Promise<T> {
	return await explain(
		async () => await work(await createClient(context, { retry: BRIEF })),
		(error) => toNodeError(context.getNode(), error),
	);
}

/** The scope among the options of the node in the editor. Undefined if it is left out or an expression. */
export function editedScope(context: ILoadOptionsFunctions): Scope | undefined {
	const { scope } = (context.getCurrentNodeParameter('options') ?? {}) as { scope?: unknown };
	return scope === 'own' || scope === 'team' ? scope : undefined;
}

/**
 * A search answers after this many pages, found or not: the active triggers share the requests of a minute with it. The editor asks on with
 * the cursor.
 */
const SEARCHED_PAGES = 5;

/** A search that has found this many answers before it looks on. */
const ENOUGH_FOUND = 20;

/** As many characters of an ID are no coincidence. */
const START_OF_ID = 8;

function fitsSearch(
	{ extraction_id, task_name, file_names_preview }: ListedExtraction,
	words: string[],
): boolean {
	const text = searchText([task_name ?? '', ...file_names_preview].join('\n'));
	const isId = (word: string): boolean => word.length >= START_OF_ID && extraction_id.startsWith(word);
	return words.every((word) => text.includes(word) || isId(word));
}

/** Such as "May 1, 2026, 14:30", in the time zone of the workflow. */
function dateIn(timeZone: string, isoTime: string): string {
	const time = new Date(timeOf(isoTime));
	if (Number.isNaN(time.getTime())) return isoTime;
	return time.toLocaleString('en-US', {
		timeZone,
		dateStyle: 'medium',
		timeStyle: 'short',
		hourCycle: 'h23',
	});
}

/** The editor cuts a long name at its end, so what tells extractions of the same files apart comes first. */
function entry(
	{ extraction_id, task_name, status, created_at, ...files }: ListedExtraction,
	timeZone: string,
): INodeListSearchItems {
	const shownStatus = status === 'completed' ? [] : [status.replace(/_/g, ' ')];
	return {
		name: [dateIn(timeZone, created_at), ...shownStatus, task_name || extraction_id].join(' · '),
		value: extraction_id,
		description: files.file_names_preview.join(', ') + (files.file_names_truncated ? ', …' : ''),
	};
}

/**
 * The extractions to choose from, newest first. The service cannot search, so the pages are looked through here, for all words of the
 * search in the task name or the file names; `paginationToken` is the service's cursor.
 */
export async function searchExtractions(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const scope = editedScope(this);
	const words = searchText(filter).split(/\s+/).filter(Boolean);
	const found: ListedExtraction[] = [];
	let cursor = paginationToken;
	await forEditor(this, async (api) => {
		for (let page = 1; ; page++) {
			const { extractions, next_cursor } = await listExtractions(api, {
				limit: LIMITS.listPage.max,
				cursor,
				scope,
			});
			found.push(...extractions.filter((extraction) => fitsSearch(extraction, words)));
			cursor = next_cursor ?? undefined;
			if (cursor === undefined || page >= SEARCHED_PAGES || found.length >= ENOUGH_FOUND) return;
		}
	});
	return {
		results: found.map((extraction) => entry(extraction, this.getTimezone())),
		paginationToken: cursor,
	};
}
