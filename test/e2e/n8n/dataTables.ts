import type { IDataObject } from 'n8n-workflow';
import type { N8nClient } from './client';

interface DataTable {
	id: string;
	name: string;
	columns: Array<{ id: string; name: string }>;
}

const projectOf = async (client: N8nClient): Promise<string> =>
	(await client.request<{ id: string }>('GET', '/rest/projects/personal')).id;

const addressOf = async (client: N8nClient): Promise<string> =>
	`/rest/projects/${await projectOf(client)}/data-tables`;

/** Where the editor shows a data table of the owner's project. */
export async function dataTablePage(client: N8nClient, name: string): Promise<string> {
	const { data: tables } = await client.request<{ data: DataTable[] }>('GET', await addressOf(client));
	const table = tables.find((each) => each.name === name);
	if (!table) throw new Error(`There is no data table "${name}"`);
	return `/projects/${await projectOf(client)}/datatables/${table.id}`;
}

/** The rows of a data table in the owner's project, oldest first; none if there is no such table. */
export async function dataTableRows(client: N8nClient, name: string): Promise<IDataObject[]> {
	const address = await addressOf(client);
	const { data: tables } = await client.request<{ data: DataTable[] }>('GET', address);
	const table = tables.find((each) => each.name === name);
	if (!table) return [];
	const path = `${address}/${table.id}/rows?take=100&sortBy=id:asc`;
	return (await client.request<{ data: IDataObject[] }>('GET', path)).data;
}

/** Deletes a column of a data table, or adds one for text, as a person does in the editor. */
export async function changeColumn(
	client: N8nClient,
	name: string,
	column: string,
	change: 'delete' | 'add',
): Promise<void> {
	const address = await addressOf(client);
	const { data: tables } = await client.request<{ data: DataTable[] }>('GET', address);
	const { id, columns } = tables.find((each) => each.name === name)!;
	if (change === 'add')
		await client.request('POST', `${address}/${id}/columns`, { name: column, type: 'string' });
	else {
		const { id: columnId } = columns.find((each) => each.name === column)!;
		await client.request('DELETE', `${address}/${id}/columns/${columnId}`);
	}
}

/** Deletes all data tables of the owner's project. */
export async function deleteDataTables(client: N8nClient): Promise<void> {
	const address = await addressOf(client);
	const { data: tables } = await client.request<{ data: DataTable[] }>('GET', address);
	for (const { id } of tables) await client.request('DELETE', `${address}/${id}`);
}

/** Makes a data table and puts these rows into it. @param types of the columns that are no text */
export async function createDataTable(
	client: N8nClient,
	name: string,
	columns: string[],
	rows: IDataObject[],
	types: Record<string, 'number'> = {},
): Promise<DataTable> {
	const address = await addressOf(client);
	const table = await client.request<DataTable>('POST', address, {
		name,
		columns: columns.map((column) => ({ name: column, type: types[column] ?? 'string' })),
	});
	if (rows.length > 0)
		await client.request('POST', `${address}/${table.id}/insert`, { data: rows, returnType: 'count' });
	return table;
}
