import type { JobFile } from '../Job';
import { newId, type BareClient } from './BareClient';
import { upload } from './upload';

interface Page {
	rows: object[];
	has_more: boolean;
	next_offset: number | null;
}

/** The same calls as Extract Documents makes, from the session to the last row. Returns the rows. */
export async function extract(client: BareClient, files: JobFile[]): Promise<object[]> {
	const { session, fileIds } = await upload(client, files);
	const { extraction_id: id } = await client.call<{ extraction_id: string }>('POST', '/extractions', {
		submission_id: newId(),
		upload_session_id: session,
		file_ids: fileIds,
		task_name: 'Benchmark',
		prompt: 'Invoice number, supplier and total',
		output_structure: 'per_invoice',
		options: { json_typed_values: true },
	});
	const { status } = await client.call<{ status: string }>('GET', `/extractions/${id}?wait=45`);
	if (status !== 'completed') throw new Error(`The extraction is ${status}`);
	return await fetchRows(client, id);
}

/** All rows of an extraction, page by page. */
export async function fetchRows(client: BareClient, id: string): Promise<object[]> {
	const rows: object[] = [];
	for (let offset: number | null = 0; offset !== null;) {
		const page: Page = await client.call('GET', `/extractions/${id}/results?offset=${offset}&limit=1000`);
		rows.push(...page.rows);
		offset = page.next_offset;
	}
	return rows;
}
