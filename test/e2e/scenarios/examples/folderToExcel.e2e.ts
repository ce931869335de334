import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { makeInvoicePdf } from '../../../../examples/documents/invoicePdf';
import { TRIED_VERSIONS } from '../../hosts/install';
import { failureOf } from '../../n8n/client';
import { readExample } from '../../n8n/examples';
import { withSettings } from '../../n8n/settings';
import { rowsOfSheet } from '../../n8n/sheet';
import type { Execution } from '../../n8n/types';
import { DOCUMENTS, putDocuments, writtenFile } from '../../setup/documents';
import { needing } from '../../setup/needing';
import { startN8n, type N8nFixture } from '../../setup/n8nFixture';
import { RESULTS } from '../../../support/endpoints';
import { CREDENTIAL_TYPE } from '../../../support/names';

needing();

const TRIGGER = 'When clicking ‘Execute workflow’';
const TOTALS = 'totals-do-not-add-up.pdf';

describe.each(TRIED_VERSIONS)('Folder to Excel in n8n %s', (version) => {
	let n8n: N8nFixture;
	beforeAll(async () => {
		n8n = await startN8n({ version });
	});
	afterAll(async () => await n8n?.close());

	/** The rows of a file that an execution has written. */
	const written = async (kind: string, { id }: Execution) =>
		await rowsOfSheet(await writtenFile(n8n.host.filesFolder, kind, id));

	it('writes the rows to an Excel file, and what needs a person, with the reason, to another, as they were read; a second run writes its own and pays for what is new', async () => {
		const { host, credential, sandbox } = n8n;
		const folder = join(host.filesFolder, 'invoices');
		await mkdir(folder);
		const scan = await readFile(join(DOCUMENTS, 'office-supplies.pdf'));
		await putDocuments(folder, ['consulting.pdf', TOTALS, 'receipt.jpg'], {
			'SCAN_0001.Pdf': scan,
			'of a scanner': await makeInvoicePdf({ number: 'S-2' }),
			'.hidden.pdf': await makeInvoicePdf({ number: 'S-3' }),
			'scan.tif': Buffer.from('II*\0a scan of several pages'),
		});
		await putDocuments(join(folder, 'last year'), [], { 'old.pdf': await makeInvoicePdf({ number: 'S-4' }) });
		const example = await readExample('folder-to-sheet-file.json', { [CREDENTIAL_TYPE]: credential });
		const workflow = await host.client.createWorkflow(
			withSettings(example, { folder, results: host.filesFolder }),
		);
		sandbox.control.addFault({
			endpoint: RESULTS,
			kind: 'altered',
			count: Infinity,
			alter: (body) => {
				const { rows } = body as { rows: IDataObject[] };
				for (const row of rows) if (row['Invoice Number'] === 'PR-6650') row.Supplier = '=1+1';
				return body;
			},
		});
		const execution = await host.client.run(workflow, TRIGGER);
		expect(failureOf(execution)).toMatch(/^success/);
		const rows = await written('rows', execution);
		expect(rows.map((row) => row['Source File']).sort()).toEqual([
			'SCAN_0001.pdf (Page 1)',
			'consulting.pdf (Page 1)',
			'of a scanner.pdf (Page 1)',
			'receipt.jpg (Page 1)',
		]);
		// A spreadsheet program would compute the supplier in a CSV file.
		expect(await written('to-review', execution)).toMatchObject([
			{
				'Source File': `${TOTALS} (Page 1)`,
				Supplier: '=1+1',
				review_message: expect.stringContaining('450.00') as string,
			},
			{ review_message: expect.stringMatching(/scan\.tif[^]*Edit Image/) as string },
		]);

		const { balance } = sandbox.control.balance();
		await putDocuments(folder, [], { 'new.pdf': await makeInvoicePdf({ number: 'S-5' }) });
		const next = await host.client.run(workflow, TRIGGER);
		expect(failureOf(next)).toMatch(/^success/);
		const later = await written('rows', next);
		const idsOf = (from: IDataObject[]) => from.map((row) => row['Row ID']);
		expect(idsOf(later)).toEqual(expect.arrayContaining(idsOf(rows)));
		expect(later.map((row) => row['Invoice Number'])).toContain('S-5');
		expect(await written('rows', execution)).toEqual(rows);
		expect(sandbox.control.balance().balance).toBe(balance - 1);
	});

	it('what cannot be read goes to a person with the next step, and holds up no other', async () => {
		const { host, credential } = n8n;
		const folder = join(host.filesFolder, 'mixed');
		const locked = await makeInvoicePdf({ number: 'L-1' }, { encrypted: true });
		await putDocuments(folder, ['consulting.pdf'], { 'locked.pdf': locked, 'empty.pdf': Buffer.alloc(0) });
		const example = await readExample('folder-to-sheet-file.json', { [CREDENTIAL_TYPE]: credential });
		const workflow = await host.client.createWorkflow(
			withSettings(example, { folder, results: host.filesFolder }),
		);
		const execution = await host.client.run(workflow, TRIGGER);
		expect(failureOf(execution)).toMatch(/^success/);
		expect(await written('rows', execution)).toMatchObject([{ 'Invoice Number': '20260077' }]);
		const toReview = await written('to-review', execution);
		expect(toReview.map(({ review_message: message }) => message).sort()).toEqual([
			expect.stringMatching(/password: locked\.pdf.*Remove the password/),
			expect.stringMatching(/empty\.pdf is empty.*Check the node/),
		]);
	});
});
