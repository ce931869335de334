import type { IDataObject } from 'n8n-workflow';
import { failureOf } from '../n8n/client';
import { dataTableRows } from '../n8n/dataTables';
import { formAddress, readExample } from '../n8n/examples';
import type { SavedWorkflow } from '../n8n/types';
import { until } from '../support/until';
import { CREDENTIAL_TYPE } from '../../support/names';
import type { N8nFixture } from './n8nFixture';

export type UploadedFile = [name: string, bytes: Buffer | string];

/** An example with a form, as its users meet it: they upload files, look into its data tables and decide on its page. */
export interface Uploads {
	publish(fileName: string): Promise<SavedWorkflow>;
	/** @returns the execution, once it has ended or waits for a person */
	upload(workflow: SavedWorkflow, ...files: UploadedFile[]): Promise<{ id: string; status: string }>;
	rowsOf(table: string): Promise<IDataObject[]>;
	/** The values of a column, sorted. */
	about(table: string, column: string): Promise<unknown[]>;
	/** Sends the page that a table links to, with these fields, and waits until the execution has ended. */
	decide(table: string, id: string, fields: Record<string, string>): Promise<void>;
}

export function uploadsTo(n8n: N8nFixture): Uploads {
	const { client, address, output } = n8n.host;
	const rowsOf = async (table: string) => await dataTableRows(client, table);
	return {
		async publish(fileName) {
			const saved = await client.createWorkflow(
				await readExample(fileName, { [CREDENTIAL_TYPE]: n8n.credential }),
			);
			await client.activate(saved);
			return saved;
		},
		async upload(workflow, ...files) {
			const before = (await client.executions(workflow)).length;
			const form = new FormData();
			for (const [name, bytes] of files)
				form.append('field-0', new Blob([new Uint8Array(Buffer.from(bytes as Buffer))]), name);
			const sent = await fetch(formAddress(address, workflow), {
				method: 'POST',
				headers: { Connection: 'close' },
				body: form,
			});
			expect(sent.status).toBe(200);
			const { id, status } = await until(
				'it to end or to wait',
				async () => {
					const all = await client.executions(workflow);
					return all.length > before && !['new', 'running'].includes(all[0]!.status) && all[0];
				},
				{ seconds: 180, detail: output },
			);
			if (status !== 'waiting') expect(failureOf(await client.execution(id))).toMatch(/^success/);
			return { id, status };
		},
		rowsOf,
		about: async (table, column) => (await rowsOf(table)).map((row) => row[column]).sort(),
		async decide(table, id, fields) {
			const { page } = (await rowsOf(table)).filter((row) => row.page !== '').at(-1)!;
			const html = await (await fetch(String(page), { headers: { Connection: 'close' } })).text();
			const posted = { about: /name="about" value="(\w+)"/.exec(html)![1]!, ...fields, step: 'finish' };
			const answer = await fetch(String(page), { method: 'POST', body: new URLSearchParams(posted) });
			expect(await answer.text()).toContain('Thank you');
			expect(failureOf(await client.ended(id))).toMatch(/^success/);
		},
	};
}
