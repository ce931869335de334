import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { openApi, type Api } from '../api/connection';
import type { Scope } from '../api/extractions';
import { BRIEF } from '../api/retry';
import { attempt } from '../api/ServiceError';
import { toNodeError } from '../nodeError';

/** Asks the service for somebody who waits in the editor. @throws a node error, which the editor shows in place of the list */
export async function forEditor<T>(
	context: ILoadOptionsFunctions,
	work: (api: Api) => Promise<T>,
): Promise<T> {
	const result = await attempt(
		async () => await work(await openApi(context, { retry: BRIEF, forPickLists: true })),
	);
	if (result.ok) return result.value;
	throw toNodeError(context.getNode(), result.error);
}

/** The scope among the options of the node that is being edited, undefined where it is left out or an expression. */
export function editedScope(context: ILoadOptionsFunctions): Scope | undefined {
	const { scope } = (context.getCurrentNodeParameter('options') ?? {}) as { scope?: unknown };
	return scope === 'own' || scope === 'team' ? scope : undefined;
}
