import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { createClient, type ApiClient } from '../api/http/client';
import type { Scope } from '../api/extractions';
import { BRIEF } from '../api/http/retry';
import { toNodeError } from '../nodeError';
import { attempt } from '../shared/attempt';

/** Asks the service for somebody who waits in the editor. @throws a node error, which the editor shows instead of the list */
export async function forEditor<T>(
	context: ILoadOptionsFunctions,
	work: (api: ApiClient) => Promise<T>,
): Promise<T> {
	const result = await attempt(
		async () => await work(await createClient(context, { retry: BRIEF, forPickLists: true })),
	);
	if (result.ok) return result.value;
	throw toNodeError(context.getNode(), result.error);
}

/** The scope among the options of the node in the editor. Undefined if it is left out or an expression. */
export function editedScope(context: ILoadOptionsFunctions): Scope | undefined {
	const { scope } = (context.getCurrentNodeParameter('options') ?? {}) as { scope?: unknown };
	return scope === 'own' || scope === 'team' ? scope : undefined;
}
