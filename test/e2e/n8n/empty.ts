import type { N8nClient } from './client';
import { deleteDataTables } from './dataTables';

/** Deletes what somebody has made in an n8n: workflows with their executions, credentials and data tables. */
export async function emptyN8n(client: N8nClient): Promise<void> {
	for (const workflow of await client.workflows()) await client.deleteWorkflow(workflow);
	for (const { id } of await client.credentials()) await client.request('DELETE', `/rest/credentials/${id}`);
	await deleteDataTables(client);
}
