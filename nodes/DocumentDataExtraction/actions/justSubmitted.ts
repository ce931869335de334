import type { IExecuteFunctions } from 'n8n-workflow';
import type { ApiClient } from '../api/http/client';
import { LAG_MS, untilKnown } from '../extraction/status/untilKnown';
import { steadyNow, timeOf } from '../shared/time';

/**
 * Does the work for an item. If Submit has just started its extraction, as the item says, the service may not know it everywhere yet: then
 * the node asks again for up to a minute.
 */
export async function onceKnown<T>(
	{ api, context, itemIndex }: { api: ApiClient; context: IExecuteFunctions; itemIndex: number },
	work: () => Promise<T>,
): Promise<T> {
	const { submitted_at: at } = context.getInputData()[itemIndex]?.json ?? {};
	if (typeof at !== 'string') return await work();
	const age = Math.max(0, (api.serviceTime() ?? Date.now()) - timeOf(at));
	return await untilKnown(api, steadyNow() + LAG_MS - age, work);
}
