import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { HOST_VERSIONS, type HostVersion } from '../hosts/install';
import { failureOf, itemsOf } from '../n8n/client';
import type { SavedWorkflow } from '../n8n/types';
import {
	chain,
	extraction,
	httpRequest,
	manualTrigger,
	readFiles,
	setFields,
	writeFiles,
} from '../n8n/workflows';
import { startJsonServer, type JsonServer } from '../services/jsonServer';
import { DOCUMENTS, putDocuments } from '../setup/documents';
import { needing } from '../setup/needing';
import { startN8n, type N8nFixture } from '../setup/n8nFixture';
import { gives, redirectsTo, startLinkServer, type LinkServer } from '../../support/fixtures/linkServer';

needing();

const FIELDS = { promptType: 'text', prompt: 'Invoice number, description, quantity, amount and total' };

describe.each<HostVersion>(HOST_VERSIONS)('n8n %s', (version) => {
	let n8n: N8nFixture;

	beforeAll(async () => {
		n8n = await startN8n({ version });
	});
	afterAll(async () => await n8n?.close());

	const folderOf = (name: string): string => join(n8n.host.filesFolder, name);
	const succeed = async (workflow: SavedWorkflow) => {
		const execution = await n8n.host.client.run(workflow);
		expect(failureOf(execution)).toMatch(/^success/);
		return execution;
	};

	it('a bill with its lines goes to an ERP in one request', async () => {
		const bills: IDataObject[] = [];
		const erp: JsonServer = await startJsonServer(({ body }) => {
			bills.push(body as IDataObject);
			return { status: 201, body: {} };
		});
		try {
			const pattern = await putDocuments(folderOf('bills'), ['lines-over-two-pages.pdf', 'consulting.pdf']);
			const { client } = n8n.host;
			const workflow = await client.createWorkflow(
				chain(
					'Bills to an ERP',
					manualTrigger(),
					readFiles(pattern),
					extraction(n8n.credential, { ...FIELDS, outputStructure: 'per_line_item', output: 'invoices' }),
					httpRequest('Post Bill', {
						method: 'POST',
						url: `${erp.address}/bills`,
						sendBody: true,
						specifyBody: 'json',
						jsonBody: '={{ JSON.stringify($json) }}',
					}),
				),
			);
			await succeed(workflow);
			// n8n sends the requests of all items at once: they arrive in any order.
			const numberOf = (bill: IDataObject) => String(bill['Invoice Number']);
			bills.sort((a, b) => numberOf(a).localeCompare(numberOf(b)));
			expect(bills).toMatchObject([
				{
					'Invoice Number': '20260077',
					'Total Amount': 3574.8,
					lines: [{ Amount: 3000 }, { Amount: 310 }],
					review: [],
				},
				{ 'Invoice Number': 'MP-300', 'Total Amount': 2038.5 },
			]);
			const lines = bills[1]!.lines as Array<{ Amount: number }>;
			expect([lines.length, lines.reduce((sum, { Amount }) => sum + Amount, 0)]).toEqual([45, 1698.75]);
		} finally {
			await erp.stop();
		}
	});

	it('documents are filed by what came of them, each as the very file that came in', async () => {
		const pattern = await putDocuments(folderOf('inbox'), ['consulting.pdf', 'totals-do-not-add-up.pdf'], {
			'notes.txt': Buffer.from('not an invoice'),
		});
		await mkdir(folderOf('filed'));
		const { client, filesFolder } = n8n.host;
		const workflow = await client.createWorkflow(
			chain(
				'File documents',
				manualTrigger(),
				readFiles(pattern),
				extraction(n8n.credential, {
					...FIELDS,
					output: 'documents',
					unsupportedFiles: 'skip',
				}),
				writeFiles(`=${filesFolder}/filed/{{ $json.state }} {{ $binary.data.fileName }}`),
			),
		);
		const execution = await succeed(workflow);
		expect((await readdir(folderOf('filed'))).sort()).toEqual([
			'extracted consulting.pdf',
			'extracted totals-do-not-add-up.pdf',
			'skipped notes.txt',
		]);
		expect(await readFile(join(folderOf('filed'), 'extracted consulting.pdf'))).toEqual(
			await readFile(join(DOCUMENTS, 'consulting.pdf')),
		);
		const documents = itemsOf(execution, 'Extract').map(({ json }) => json);
		expect(documents).toMatchObject([
			{ file_name: 'consulting.pdf', row_count: 2, rows: [{ Amount: 3000 }, { Amount: 310 }] },
			{ file_name: 'notes.txt', row_count: null },
			{ file_name: 'totals-do-not-add-up.pdf', row_count: 1, review: [{ row: 1 }] },
		]);
		// Kept once: the item names the file that came in.
		const ids = (node: string) => itemsOf(execution, node).map(({ binary }) => binary!.data!.id);
		expect(ids('Extract')).toEqual(ids('Read Files'));
	});

	it('files come from the links of a database, through a redirect, and without any credential', async () => {
		const links: LinkServer = await startLinkServer();
		try {
			const pdf = await readFile(join(DOCUMENTS, 'office-supplies.pdf'));
			const png = await readFile(join(DOCUMENTS, 'scanned-invoice.png'));
			const attachments = [
				{
					id: 'att1',
					url: links.on('/first', redirectsTo('/stored/1?signature=a-secret')),
					filename: 'office.pdf',
				},
				{ id: 'att2', url: links.on('/second', gives(png)), filename: 'scan' },
			];
			links.on('/stored/1', gives(pdf));
			const { client } = n8n.host;
			const workflow = await client.createWorkflow(
				chain(
					'Attachments of a database',
					manualTrigger(),
					setFields({ Attachments: attachments }),
					extraction(n8n.credential, {
						...FIELDS,
						files: 'links',
						links: '={{ $json.Attachments }}',
						output: 'documents',
					}),
				),
			);
			const execution = await succeed(workflow);
			expect(itemsOf(execution, 'Extract').map(({ json }) => json)).toMatchObject([
				{ file_name: 'office.pdf', state: 'extracted' },
				{ state: 'extracted' },
			]);
			expect(links.paths()).toEqual(
				expect.arrayContaining(['/first', '/stored/1?signature=a-secret', '/second']),
			);
			for (const { headers } of links.asked)
				expect([headers.authorization, headers.cookie, headers.referer]).toEqual([
					undefined,
					undefined,
					undefined,
				]);
			expect(JSON.stringify(execution)).not.toContain('a-secret');
		} finally {
			await links.close();
		}
	});

	it('the same mail twice: one extraction, one charge, the rows both times', async () => {
		const pattern = await putDocuments(folderOf('mail'), ['consulting.pdf', 'receipt.jpg']);
		const { client } = n8n.host;
		const before = n8n.sandbox.control.extractions().length;
		const outputs: unknown[] = [];
		const balances: number[] = [];
		for (const name of ['Mail of Ann', 'Mail of Bob, forwarded']) {
			const workflow = await client.createWorkflow(
				chain(name, manualTrigger(), readFiles(pattern), extraction(n8n.credential, FIELDS)),
			);
			outputs.push(itemsOf(await succeed(workflow), 'Extract').map(({ json }) => json));
			balances.push(n8n.sandbox.control.balance().balance);
		}
		expect(outputs[0]).toHaveLength(5);
		expect(outputs[1]).toEqual(outputs[0]);
		expect(balances[1]).toBe(balances[0]);
		expect(n8n.sandbox.control.extractions()).toHaveLength(before + 1);
	});
});
