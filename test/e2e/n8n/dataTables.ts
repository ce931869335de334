import type { IDataObject } from 'n8n-workflow';
import type { N8nClient } from './client';

interface DataTable {
	id: string;
	name: string;
}

const addressOf = async (client: N8nClient): Promise<string> => {
	const { id } = await client.request<{ id: string }>('GET', '/rest/projects/personal');
	return `/rest/projects/${id}/data-tables`;
};

/** The rows of a data table in the owner's project, oldest first; none if there is no such table. */
export async function dataTableRows(client: N8nClient, name: string): Promise<IDataObject[]> {
	const address = await addressOf(client);
	const { data: tables } = await client.request<{ data: DataTable[] }>('GET', address);
	const table = tables.find((each) => each.name === name);
	if (!table) return [];
	const path = `${address}/${table.id}/rows?take=100&sortBy=id:asc`;
	return (await client.request<{ data: IDataObject[] }>('GET', path)).data;
}

/** Makes a data table with these columns of text, and puts these rows into it. */
export async function createDataTable(
	client: N8nClient,
	name: string,
	columns: string[],
	rows: IDataObject[],
): Promise<DataTable> {
	const address = await addressOf(client);
	const table = await client.request<DataTable>('POST', address, {
		name,
		columns: columns.map((column) => ({ name: column, type: 'string' })),
	});
	await client.request('POST', `${address}/${table.id}/insert`, { data: rows, returnType: 'count' });
	return table;
}
