import fc from 'fast-check';
import type { INodeExecutionData } from 'n8n-workflow';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { countOf, extract, invoiceFile } from '../../../support/operations/extractDocuments';
import { itemWith } from '../../../support/items';

const anyName = fc.oneof(
	fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
	fc
		.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 1, maxLength: 6 })
		.map((codes) => String.fromCharCode(...codes)),
);

/** Names that have fallen somewhere, some that become the same, and any others. */
const NAMES = [
	...[
		'a\tb.pdf',
		'a b.pdf',
		'a/b/c.pdf',
		'a\\b\\c.pdf',
		'x/c.pdf',
		'c.pdf',
		'C.PDF',
		'Rechnung 03/2026.pdf',
		'in\r\nvoice.pdf',
	],
	...[
		'caf\u00e9.pdf',
		'cafe\u0301.pdf',
		'\u202egpj.pdf',
		'a\u200bb.pdf',
		'ab.pdf',
		'half \ud83d.pdf',
		'scan',
		'/',
		'.pdf',
	],
	...[
		`${'x'.repeat(300)}.pdf`,
		`${'x'.repeat(300)}y.pdf`,
		'a (2).pdf',
		'a.pdf',
		'A.pdf',
		'a (Page 2).pdf',
		'\u200b.pdf',
	],
	...fc.sample(anyName, { numRuns: 15, seed: 7 }),
];

/** The files of the input, three to an item, each with an invoice of its own number. */
const placeOf = (index: number) => ({ item: Math.floor(index / 3), number: `N-${index}` });

describe('Extract Documents: files of any name', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30, limits: 'off', newer: true });
	});
	afterEach(async () => await node.close());

	async function input(): Promise<INodeExecutionData[]> {
		const files = await Promise.all(
			NAMES.map(async (fileName, index) => ({
				...(await invoiceFile(node, placeOf(index).number)),
				// n8n itself takes folders away, but other nodes may not.
				fileName,
			})),
		);
		return Array.from({ length: Math.ceil(files.length / 3) }, (_, item) =>
			itemWith(...files.slice(3 * item, 3 * item + 3)),
		);
	}

	const expected = NAMES.map((name, index) => ({ name, ...placeOf(index) }));

	it('each row and each document names its file, and is linked to its item', async () => {
		const items = await input();
		const documents = await extract(node, { input: items, parameters: { output: 'documents' } });
		const sentNames = documents.items.map(({ json }) => String(json.sent_name));
		expect(
			documents.items.map(({ json, pairedItem, binary }) => ({
				name: json.file_name,
				item: (pairedItem as { item: number }).item,
				number: (json.rows as Array<Record<string, unknown>>)[0]?.['Invoice Number'],
				file: Object.values(binary ?? {})[0]?.fileName,
				source: (json.rows as Array<Record<string, unknown>>)[0]?.['Source File'],
			})),
		).toEqual(
			expected.map((each, index) => ({ ...each, file: each.name, source: `${sentNames[index]} (Page 1)` })),
		);
		const rows = await extract(node, { input: items, options: { keepSourceFile: true } });
		expect(
			rows.items.map(({ json, pairedItem, binary }) => ({
				name: Object.values(binary ?? {})[0]?.fileName,
				item: (pairedItem as { item: number }).item,
				number: json['Invoice Number'],
				source: json['Source File'],
			})),
		).toEqual(expected.map((each, index) => ({ ...each, source: `${sentNames[index]} (Page 1)` })));
		expect(countOf(node, 'POST /uploads/sessions')).toEqual([2]);
	});

	it.each<[string, (name: string) => string]>([
		['with other spaces', (name) => name.replace(/\s+/g, '\u00a0 ')],
		['with its accents spelled otherwise', (name) => name.normalize('NFD')],
		['without what nobody sees', (name) => name.replace(/\p{Cf}/gu, '').trim()],
	])('also if the service gives a name back %s', async (_how, spelled) => {
		for (const endpoint of [
			'GET /extractions/{extraction_id}/results',
			'GET /extractions/{extraction_id}',
		] as const)
			node.sandbox.control.addFault({
				endpoint,
				kind: 'altered',
				count: Infinity,
				alter: (body) =>
					JSON.parse(
						JSON.stringify(body, (_key, value: unknown) =>
							typeof value === 'string' ? spelled(value) : value,
						),
					) as unknown,
			});
		const run = await extract(node, { input: await input(), parameters: { output: 'documents' } });
		expect(
			run.items.map(({ json, pairedItem }) => ({
				name: json.file_name,
				item: (pairedItem as { item: number }).item,
				number: (json.rows as Array<Record<string, unknown>>)[0]?.['Invoice Number'],
				state: json.state,
				pages: json.pages_successful,
			})),
		).toEqual(expected.map((each) => ({ ...each, state: 'extracted', pages: 1 })));
	});
});
