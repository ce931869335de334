import type { IPollFunctions } from 'n8n-workflow';

/** The static data of triggers that were polled: each time that n8n loads a workflow, it makes objects of its own. */
const polled = new WeakSet<object>();

/**
 * Whether this poll starts a published trigger together with n8n. If it failed, n8n would wait for up to a day, or for ever in newer versions, before it
 * polls again, because the service was down for a moment. The next poll fails instead, where the user sees it.
 */
export function isStartOfN8n(context: IPollFunctions): boolean {
	const loaded = context.getWorkflowStaticData('node');
	const isFirst = !polled.has(loaded);
	polled.add(loaded);
	return isFirst && ['init', 'leadershipChange'].includes(context.getActivationMode());
}
