import { makeInvoicePdf } from '../../../../examples/documents/invoicePdf';
import { NEWEST } from '../../hosts/install';
import { needing } from '../../setup/needing';
import { startN8n, type N8nFixture } from '../../setup/n8nFixture';
import { uploadsTo, type UploadedFile, type Uploads } from '../../setup/uploads';
import { CII, UBL } from '../../../support/eInvoices';
import { STATUS } from '../../../support/endpoints';

needing();

let n8n: N8nFixture;
let on: Uploads;
beforeAll(async () => {
	n8n = await startN8n({ version: NEWEST });
	on = uploadsTo(n8n);
});
afterAll(async () => await n8n?.close());

const pdf = async (number: string, date?: string): Promise<UploadedFile> => [
	`${number}.pdf`,
	await makeInvoicePdf({ number, ...(date && { date, dueDate: undefined }) }),
];
const locked = async (): Promise<UploadedFile> => [
	'locked.pdf',
	await makeInvoicePdf({ number: 'L-1' }, { encrypted: true }),
];
const letter: UploadedFile = ['letter.docx', Buffer.alloc(9_000, 'PK\x03\x04')];
const spent = () => n8n.sandbox.control.extractions().flatMap(({ charges }) => charges).length;

/** A PDF with its invoice in XML attached, as Factur-X and ZUGFeRD have it. */
async function withXmlInside(number: string): Promise<UploadedFile> {
	const plain = await makeInvoicePdf({ number });
	const attached = `\n99 0 obj\n<< /Type /EmbeddedFile /Subtype /text#2Fxml /Length ${CII.length} >>\nstream\n${CII}\nendstream\nendobj\n`;
	const end = plain.lastIndexOf('startxref');
	return [
		`${number}.pdf`,
		Buffer.concat([plain.subarray(0, end), Buffer.from(attached), plain.subarray(end)]),
	];
}

it('e-invoices first: each document is one row or one line of what to enter, XML costs nothing, and what comes again adds nothing', async () => {
	const workflow = await on.publish('e-invoices-first.json');
	const before = spent();
	const files: UploadedFile[] = [
		['xrechnung.xml', UBL('Invoice', 'U-1')],
		['zugferd.XML', CII],
		['credit.xml', UBL('CreditNote', 'U-2')],
		['cut.xml', UBL('Invoice', 'U-3').slice(0, -20)],
		['order.xml', '<order><ID>7</ID></order>'],
		await pdf('P-1'),
		await withXmlInside('P-2'),
		await locked(),
		letter,
	];
	expect(await on.upload(workflow, ...files)).toMatchObject({ status: 'success' });
	const [rows, problems] = ['Invoices received', 'Invoices to enter'];
	const shown = (row: Record<string, unknown>) =>
		['invoice_number', 'supplier', 'invoice_date', 'total', 'read_by'].map((column) => row[column]);
	const read = async () => (await on.rowsOf(rows)).map(shown).sort();
	const expected = [
		['P-1', 'Example Office Supplies Ltd', '2026-03-04', 54, 'Extraction'],
		['P-2', 'Example Office Supplies Ltd', '2026-03-04', 54, 'Extraction'],
		['R-7', 'Example SARL', '2026-03-05', 240.5, 'XML'],
		['U-1', 'Müller & Example GmbH', '2026-03-04', 119, 'XML'],
	];
	expect(await read()).toEqual(expected);
	const told = (await on.rowsOf(problems)).map(({ source_file, problem }) => [source_file, problem]).sort();
	expect(told).toEqual([
		['credit.xml', expect.stringMatching(/^Credit note.*Enter it by hand/)],
		['cut.xml', expect.stringMatching(/damaged.*Ask the sender for a PDF/)],
		['letter.docx', expect.stringMatching(/save it as PDF/)],
		['locked.pdf', expect.stringMatching(/password.*Remove the password/)],
		['order.xml', expect.stringMatching(/no e-invoice.*Ask the sender for a PDF/)],
	]);
	expect(expected.length + told.length).toBe(files.length);
	expect(spent() - before).toBe(2);

	// All of it again, under other names too, and twice in one upload.
	const again = files.slice(0, 7).map(([name, bytes]): UploadedFile => [`again ${name}`, bytes]);
	await on.upload(workflow, ...files, ...again);
	expect([await read(), spent() - before]).toEqual([expected, 2]);
	// A copy of a file that was told before may be told under either name.
	const names = (await on.about(problems, 'source_file')).map((name) => String(name).replace('again ', ''));
	expect([...new Set(names)].sort()).toEqual(told.map(([name]) => name));
});

it('a prompt that learns: what a person accepts is in the next prompt, every document is a row or named, and no suggestion is lost', async () => {
	const { control } = n8n.sandbox;
	const workflow = await on.publish('prompt-that-learns.json');
	const suggestion = 'Read dates with the day first.';
	const numbers = async () => await on.about('Learned invoices', 'invoice_number');
	const states = async () =>
		(await on.rowsOf('Prompt documents'))
			.map(({ file_name, state, suggestions }) => [file_name, state, suggestions])
			.sort();
	const additions = async () =>
		(await on.rowsOf('Prompt additions')).map(({ instruction, decision }) => [instruction, decision]);
	// Day first or month first? The service assumes, says so, and suggests an addition.
	const unclear = await pdf('A-1', '03/04/2026');

	// The service answers Extract Documents, which waits, but not Get Status, which does not.
	const isGetStatus = (path: string) => !path.includes('wait');
	control.addFault({ endpoint: STATUS, kind: 'html', status: 503, count: Infinity, when: isGetStatus });
	const first = await on.upload(workflow, unclear, await locked(), letter, ['copy.pdf', unclear[1]]);
	expect(first.status).toBe('success');
	control.clearFaults();
	expect(await states()).toEqual([
		[expect.stringMatching(/^(A-1|copy)\.pdf$/), 'extracted', expect.stringMatching(/^Not fetched: .*503/)],
		['letter.docx', 'unsupported', ''],
		['locked.pdf', 'failed', ''],
	]);
	expect(await on.about('Prompt documents', 'problem')).toEqual([
		'',
		expect.stringMatching(/password.*Remove the password/),
		expect.stringMatching(/save it as PDF/),
	]);
	expect([await numbers(), await additions()]).toEqual([['A-1'], []]);

	const second = await on.upload(workflow, await pdf('A-2'));
	expect(second.status).toBe('waiting');
	expect([await numbers(), await additions()]).toEqual([['A-1', 'A-2'], [[suggestion, '']]]);
	await on.decide('Prompt additions', second.id, { d_0: 'accept' });
	expect(await additions()).toEqual([[suggestion, 'accepted']]);

	const prompts = () => control.extractions().map((each) => JSON.stringify(each));
	expect(prompts().filter((prompt) => prompt.includes(suggestion))).toEqual([]);
	const charged = spent();
	expect(await on.upload(workflow, unclear, await pdf('A-3'))).toMatchObject({ status: 'success' });
	expect(prompts().filter((prompt) => prompt.includes(suggestion))).toHaveLength(1);
	expect([await numbers(), spent() - charged]).toEqual([['A-1', 'A-2', 'A-3'], 1]);
	expect((await states()).map(([, , suggestions]) => suggestions).sort()).toEqual([
		...['', ''],
		...Array<string>(3).fill('fetched'),
	]);
});
