import type { N8nClient } from './client';
import { deleteDataTables } from './dataTables';

/** Deletes what somebody has made in an n8n: workflows with their executions, credentials and data tables. */
export async function emptyN8n(client: N8nClient): Promise<void> {
	for (const { id, isArchived } of await client.workflows()) {
		// This also ends what is published. Nothing else can be deleted.
		if (!isArchived) await client.request('POST', `/rest/workflows/${id}/archive`, {});
		await client.request('DELETE', `/rest/workflows/${id}`);
	}
	for (const { id } of await client.credentials()) await client.request('DELETE', `/rest/credentials/${id}`);
	await deleteDataTables(client);
}
