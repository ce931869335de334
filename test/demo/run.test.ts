import { documentsIn } from '../../dev/demo/documents';
import { report } from '../../dev/demo/report';
import { runDemo } from '../../dev/demo/run';
import { documentOf } from '../../dev/demo/tables';
import { COLUMNS, NODES } from '../../dev/demo/workflow';
import { startNode, type NodeFixture } from '../support/fixtures/nodeFixture';

const EXAMPLES = 'examples/documents';

let node: NodeFixture;

beforeAll(async () => {
	node = await startNode();
});

afterAll(async () => {
	await node.close();
});

test('the demo turns every example into rows, uploads and pays once, and reports it', async () => {
	const { engine, sandbox } = node;
	const documents = await documentsIn(EXAMPLES);
	const steps: string[] = [];
	const done = await runDemo(engine, {
		documents,
		onStep: (step) => steps.push(step),
		signal: new AbortController().signal,
	});
	const rows = done.run.output(NODES.rows, 0);
	const toReview = done.run.output(NODES.rows, 1);

	const suppliers = rows
		.filter((row) => documentOf(row, documents).endsWith('/invoice.pdf'))
		.map((row) => [documentOf(row, documents), row.json.Supplier]);
	expect(suppliers).toEqual([
		['north/invoice.pdf', 'Example Catering North Ltd'],
		['south/invoice.pdf', 'Example Catering South Ltd'],
	]);
	expect(new Set([...rows, ...toReview].map((row) => documentOf(row, documents))).size).toBe(
		documents.length,
	);
	for (const { json } of [...rows, ...toReview])
		expect(COLUMNS.filter((column) => json[column] === null || json[column] === '')).toEqual([]);
	expect(toReview.map((row) => documentOf(row, documents))).toEqual([
		'ambiguous-date.pdf',
		'totals-do-not-add-up.pdf',
	]);

	expect(done.sent).toEqual({ rows: documents.length, spreadsheet: 0 });
	expect(steps.filter((step) => step === 'submitted')).toHaveLength(2);
	const [extraction, ...others] = sandbox.control.extractions();
	expect(others).toEqual([]);
	expect(extraction?.charges).toHaveLength(1);

	const text = report(done, documents, ['out/Demo.xlsx']);
	expect(text).toContain('Rows: 16, of which 14 go on and 2 need review');
	expect(text).toContain('Pages: 18 extracted, 0 failed');
	expect(text).toContain('Credits: 18 charged, 9,982 left');
	expect(text).toContain('found that extraction again: 0 parts sent, 0 credits charged');
	expect(text).toContain('Spreadsheet: out/Demo.xlsx');
});

test('a run that fails says what n8n would show, and what to do', async () => {
	const { engine, sandbox } = node;
	sandbox.control.planExtractions([{ fail: { code: 'ENCRYPTED_FILE' } }]);
	const documents = (await documentsIn(EXAMPLES)).slice(0, 1);
	const failed = runDemo(engine, {
		documents,
		onStep: () => undefined,
		signal: new AbortController().signal,
	});
	await expect(failed).rejects.toThrow(/protected with a password[^]*\nRemove the password/);
});
