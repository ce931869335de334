import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { gives, refuses, startLinkServer } from '../../../support/fixtures/linkServer';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import {
	chargesOf,
	countOf,
	extract,
	invoiceFile,
	invoiceItems,
	type ExtractOptions,
} from '../../../support/operations/extractDocuments';
import { COMPLETE, PARTS, SESSIONS, SUBMIT } from '../../../support/endpoints';
import { hintsOf, itemWith } from '../../../support/items';
import { makeInvoicePdf } from '../../../../examples/documents/invoicePdf';

const MINUTE_MS = 60_000;

/** Number, source and input item of each row; the code and item of what failed. */
const told = (items: INodeExecutionData[]): unknown[] =>
	items.map(({ json, pairedItem }) => [
		json['Invoice Number'] ?? (json.error as IDataObject | undefined)?.code,
		json['Source File'],
		(pairedItem as { item: number }).item,
	]);

describe('Extract Documents: a document is paid once', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30, limits: 'off' });
	});
	afterEach(async () => await node.close());

	const control = () => node.sandbox.control;
	const run = async (
		input: INodeExecutionData[],
		groupFiles?: string,
		more: Partial<ExtractOptions> = {},
	) => {
		const done = await extract(node, {
			input,
			...more,
			parameters: { groupFiles: groupFiles ?? 'perItem', ...more.parameters },
			options: { preventDuplicates: 'files', ...more.options },
		});
		await control().advanceClock(MINUTE_MS);
		return done;
	};
	const named = async (number: string, ...names: string[]): Promise<INodeExecutionData> =>
		itemWith(...(await Promise.all(names.map(async (name) => await invoiceFile(node, number, name)))));
	const mail = async (...files: Array<[number: string, name: string]>): Promise<INodeExecutionData> =>
		itemWith(
			...(await Promise.all(files.map(async ([number, name]) => await invoiceFile(node, number, name)))),
		);

	describe('whatever it is called', () => {
		it('and its rows have the name of today, which a note compares with the earlier one', async () => {
			await run([await named('N-1', 'invoice.pdf')]);
			const again = await run([await named('N-1', 'invoice (1).pdf')]);
			expect(told(again.items)).toEqual([['N-1', 'invoice (1).pdf (Page 1)', 0]]);
			expect(hintsOf(again)).toContainEqual(
				'Files that the service knows by another name, from that extraction (1): invoice (1).pdf was invoice.pdf',
			);
			expect(chargesOf(node)).toEqual([1]);
			expect(countOf(node, 'PUT part')).toEqual([1]);
		});

		it('and its rows follow its contents if two files have swapped their names', async () => {
			await run([await mail(['N-2', 'a.pdf'], ['N-3', 'b.pdf'])]);
			const again = await run([await mail(['N-2', 'b.pdf'], ['N-3', 'a.pdf'])]);
			expect(told(again.items)).toEqual([
				['N-2', 'b.pdf (Page 1)', 0],
				['N-3', 'a.pdf (Page 1)', 0],
			]);
			expect(chargesOf(node)).toEqual([2]);
		});

		it('also if the run that had the earlier name broke off before its submission', async () => {
			control().addFault({ endpoint: SUBMIT, kind: 'error', code: 'FORBIDDEN' });
			expect((await run([await named('N-4', 'x.pdf')])).error).toBeDefined();
			const again = await run([await named('N-4', 'y.pdf')]);
			expect(again.error).toBeUndefined();
			expect(told(again.items)).toEqual([['N-4', 'y.pdf (Page 1)', 0]]);
			expect(countOf(node, 'PUT part')).toEqual([1]);
			expect(chargesOf(node)).toEqual([1]);
		});

		it('also if only some of its files had been uploaded by then: the others go to the same session', async () => {
			control().addFault({ endpoint: COMPLETE, kind: 'error', code: 'FORBIDDEN', after: 1 });
			expect((await run([await mail(['N-5', 'x.pdf'], ['N-6', 'y.pdf'])])).error).toBeDefined();
			const again = await run([await mail(['N-5', 'v.pdf'], ['N-6', 'w.pdf'])]);
			expect(again.error).toBeUndefined();
			expect(told(again.items)).toEqual([
				['N-5', 'v.pdf (Page 1)', 0],
				['N-6', 'w.pdf (Page 1)', 0],
			]);
			expect(control().sessions()).toHaveLength(1);
			expect(chargesOf(node)).toEqual([2]);
		});

		it('and what failed is told by the name of today', async () => {
			const [fail] = [{ code: 'ENCRYPTED_FILE', details: { file_names: ['old.pdf'] } }];
			control().planExtractions([{ fail }]);
			expect((await run([await mail(['N-7', 'old.pdf'], ['N-8', 'other.pdf'])])).error).toBeDefined();
			const again = await run([await mail(['N-7', 'new.pdf'], ['N-8', 'other.pdf'])], 'perItem', {
				onError: 'continueRegularOutput',
			});
			const failed = again.items.find(({ json }) => json.error)!;
			expect(failed.json.message).toContain('new.pdf');
			expect(failed.json.message).not.toContain('old.pdf');
			expect(again.items.map(({ json }) => json['Invoice Number'])).toContain('N-8');
		});
	});

	describe('however it comes again', () => {
		it('twice in one run: its rows come once, and the other item is a duplicate', async () => {
			const input = [
				await named('C-1', 'one.pdf'),
				await named('C-2', 'two.pdf'),
				await named('C-1', 'copy.pdf'),
			];
			const done = await run(input);
			expect(told(done.items)).toEqual([
				['C-1', 'one.pdf (Page 1)', 0],
				['C-2', 'two.pdf (Page 1)', 1],
			]);
			expect(hintsOf(done)).toContainEqual(
				'Files with the same contents as another file, which were sent once (1): copy.pdf of item 3',
			);
			expect(chargesOf(node)).toEqual([1, 1]);
		});

		it.each(['perItem', 'perFile', 'forAllItems'])('again beside a new one, with %s', async (groupFiles) => {
			await run([await named('C-3', 'a.pdf')], groupFiles);
			const both = await run([await named('C-3', 'a.pdf'), await named('C-4', 'b.pdf')], groupFiles);
			expect(both.items.map(({ json }) => json['Invoice Number'])).toEqual(['C-3', 'C-4']);
			// All Items Together is one request: with another file it is another one.
			expect(chargesOf(node)).toEqual(groupFiles === 'forAllItems' ? [1, 2] : [1, 1]);
		});

		it('whatever comes with it, with Each File Separately', async () => {
			await run([await mail(['C-5', 'invoice.pdf'], ['LOGO-1', 'terms.pdf'])], 'perFile');
			const again = await run([await mail(['C-5', 'fwd.pdf'], ['LOGO-2', 'other terms.pdf'])], 'perFile');
			expect(told(again.items)).toEqual([
				['C-5', 'fwd.pdf (Page 1)', 0],
				['LOGO-2', 'other terms.pdf (Page 1)', 0],
			]);
			expect(chargesOf(node)).toEqual([1, 1, 1]);
		});

		it('twice in one request: it is one file of the session, and Documents lists both', async () => {
			const input = [await named('C-6', 'a.pdf', 'b.pdf'), await named('C-7', 'c.pdf')];
			const { items } = await run(input, 'forAllItems', { parameters: { output: 'documents' } });
			expect(
				items.map(({ json }) => [json.file_name, json.state, json.row_count, json.duplicate_of]),
			).toEqual([
				['a.pdf', 'extracted', 1, null],
				['b.pdf', 'duplicate', 0, { file_name: 'a.pdf', item: 0 }],
				['c.pdf', 'extracted', 1, null],
			]);
			expect(control().sessions()[0]?.files).toHaveLength(2);
			expect(chargesOf(node)).toEqual([2]);
		});

		it('and fails with the one that was sent in its place', async () => {
			control().planExtractions([{ fail: { code: 'PROMPT_UNCLEAR' } }]);
			const input = [await named('C-8', 'a.pdf'), await named('C-8', 'copy.pdf')];
			const { items } = await run(input, 'perItem', { onError: 'continueRegularOutput' });
			expect(told(items)).toEqual([
				['PROMPT_UNCLEAR', undefined, 0],
				['PROMPT_UNCLEAR', undefined, 1],
			]);
		});

		it('in another order of hundreds, without a request for a file', async () => {
			const input = await invoiceItems(node, ...Array.from({ length: 12 }, (_, number) => `O-${number}`));
			await run(input, 'forAllItems');
			control().clearRequests();
			const again = await run([...input].reverse(), 'forAllItems');
			expect(again.items.map(({ json }) => json['Invoice Number'])).toEqual(
				Array.from({ length: 12 }, (_, number) => `O-${11 - number}`),
			);
			expect(countOf(node, 'PUT part', COMPLETE)).toEqual([0, 0]);
			expect(chargesOf(node)).toEqual([12]);
		});
	});

	describe('as a whole request or not at all', () => {
		it.each([401, 403, 404, 410])('if a link answers %i until the second run', async (status) => {
			const web = await startLinkServer();
			const pdfs = await Promise.all(['W-1', 'W-2'].map(async (number) => await makeInvoicePdf({ number })));
			const links = [web.on('/a.pdf', gives(pdfs[0]!)), web.on('/b.pdf', refuses(status), gives(pdfs[1]!))];
			const input = [{ json: { links } }];
			const parameters = { files: 'links', links: '={{ $json.links }}' };
			const first = await run(input, 'perItem', { parameters, onError: 'continueRegularOutput' });
			expect(first.items.map(({ json }) => (json.error as IDataObject).next_step)).toEqual([
				expect.stringMatching(/Nothing of this request was sent or charged\. Run again as it is, or without/),
			]);
			expect(chargesOf(node)).toEqual([]);
			const again = await run(input, 'perItem', { parameters, onError: 'continueRegularOutput' });
			expect(again.items.map(({ json }) => json['Invoice Number'])).toEqual(['W-1', 'W-2']);
			expect(chargesOf(node)).toEqual([2]);
			await web.close();
		});

		it.each([
			['parts', PARTS, 'FILE_QUARANTINED'],
			['parts', PARTS, 'INVALID_INPUT'],
			['completion', COMPLETE, 'FILE_QUARANTINED'],
			['completion', COMPLETE, 'INVALID_INPUT'],
		] as const)(
			'if the service refuses the %s of one file (%s: %s): other requests go on',
			async (_what, endpoint, code) => {
				control().addFault({ endpoint, kind: 'error', code, status: 400, after: 1 });
				const input = [await mail(['H-1', 'a.pdf']), await mail(['H-2', 'b.pdf'], ['H-3', 'c.pdf'])];
				const first = await run(input, 'perItem', { onError: 'continueRegularOutput' });
				const failed = first.items.filter(({ json }) => json.error);
				expect(failed.length).toBeGreaterThan(0);
				expect(first.items.length).toBeGreaterThan(failed.length);
				const again = await run(input, 'perItem', { onError: 'continueRegularOutput' });
				expect(again.items.map(({ json }) => json['Invoice Number'])).toEqual(['H-1', 'H-2', 'H-3']);
				expect(chargesOf(node).reduce((sum, credits) => sum + credits, 0)).toBe(3);
			},
		);

		it('without a file that the service finds too large, which fails alone each time', async () => {
			const refuse = () =>
				control().addFault({
					endpoint: SESSIONS,
					kind: 'error',
					code: 'FILE_TOO_LARGE',
					details: { file_name: 'big.pdf', limit_bytes: 5_000_000 },
				});
			const input = [await named('T-1', 'a.pdf'), await named('T-2', 'big.pdf')];
			for (let count = 0; count < 2; count++) {
				refuse();
				const { items } = await run(input, 'forAllItems', { onError: 'continueRegularOutput' });
				expect(told(items)).toEqual([
					['T-1', 'a.pdf (Page 1)', 0],
					['FILE_TOO_LARGE', undefined, 1],
				]);
			}
			expect(chargesOf(node)).toEqual([1]);
		});

		it('and a storage whose parts another run has replaced gets the file once more', async () => {
			control().addFault({ endpoint: COMPLETE, kind: 'error', code: 'INVALID_COMPLETION_PARTS' });
			const { error, items } = await run([await named('P-1', 'a.pdf')]);
			expect(error).toBeUndefined();
			expect(items).toHaveLength(1);
			expect(countOf(node, 'PUT part')).toEqual([2]);
		});
	});

	describe('with All Items Together', () => {
		it.each([
			['prompt', { prompt: '={{ $json.prompt }}' }, 'Prompt'],
			['own ID', { preventDuplicates: 'own', submissionId: '={{ $json.id }}' }, 'Submission ID'],
		])(
			'items that differ in their %s are refused before anything is sent',
			async (_what, parameters, name) => {
				const input = await Promise.all(
					['A', 'B'].map(async (id) => ({
						...(await named(`D-${id}`, `${id}.pdf`)),
						json: { id, prompt: `The total of ${id}` },
					})),
				);
				const { error } = await run(input, 'forAllItems', {
					parameters,
					options: { preventDuplicates: undefined },
				});
				expect(error?.message).toContain(`${name} of item 2 differs from item 1`);
				expect(countOf(node, SESSIONS)).toEqual([0]);
			},
		);

		it('items whose prompt differs by the time of day alone are one request', async () => {
			const input = [await named('D-1', 'a.pdf'), await named('D-2', 'b.pdf')];
			const parameters = { prompt: '={{ "Total. It is " + $now.toISO() }}' };
			const { error, items } = await run(input, 'forAllItems', { parameters });
			expect(error).toBeUndefined();
			expect(items).toHaveLength(2);
			expect(chargesOf(node)).toEqual([2]);
		});
	});

	it('and Summary says what this run has paid', async () => {
		const input = [await named('S-1', 'a.pdf')];
		const summary = { parameters: { output: 'summary' } };
		const paid = [await run(input, 'perItem', summary), await run(input, 'perItem', summary)].map(
			({ items }) => [items[0]?.json.credits_deducted, items[0]?.json.credits_of_this_run],
		);
		expect(paid).toEqual([
			[1, 1],
			[1, 0],
		]);
	});

	it('also under one own ID, if two files of one name and size have changed places', async () => {
		const files = [await invoiceFile(node, 'E-1', 'scan.pdf'), await invoiceFile(node, 'E-2', 'scan.pdf')];
		const options = { submissionId: 'mail-1', preventDuplicates: undefined };
		const numbers = [];
		for (const order of [files, [...files].reverse()]) {
			const { items } = await run(
				order.map((file) => itemWith(file)),
				'forAllItems',
				{ options },
			);
			numbers.push(items.map(({ json, pairedItem }) => [json['Invoice Number'], pairedItem]));
		}
		expect(numbers).toEqual([
			[
				['E-1', { item: 0 }],
				['E-2', { item: 1 }],
			],
			[
				['E-2', { item: 0 }],
				['E-1', { item: 1 }],
			],
		]);
		expect(chargesOf(node)).toEqual([2]);
	});

	it('also if an earlier failure has no time', async () => {
		control().planExtractions([{ fail: { code: 'PROMPT_UNCLEAR' } }]);
		const input = [await named('F-1', 'a.pdf')];
		expect((await run(input)).error).toBeDefined();
		node.alter(
			'GET /extractions/{extraction_id}/details',
			({ extraction }: { extraction: IDataObject }) => delete extraction.created_at,
			Infinity,
		);
		expect((await run(input)).items).toHaveLength(1);
	});

	it('and the items without a file are named, beside those that have one', async () => {
		const done = await run([{ json: { mail: 1 } }, await named('G-1', 'a.pdf')]);
		expect(done.error).toBeUndefined();
		expect(hintsOf(done)).toContainEqual('Items without a file (1): Item 1');
	});

	describe('and no file is taken for another one', () => {
		it.each(['execution', 'files'])('that looks alike in its item, with the ID from %s', async (from) => {
			const item = itemWith(
				...(await Promise.all(
					['L-1', 'L-2', 'L-3'].map(async (number) => await invoiceFile(node, number, 'scan.pdf')),
				)),
			);
			const { items } = await run([item], 'perFile', { options: { preventDuplicates: from } });
			expect(items.map(({ json }) => json['Invoice Number'])).toEqual(['L-1', 'L-2', 'L-3']);
			expect(chargesOf(node)).toEqual([1, 1, 1]);
		});

		it('under an ID that several items share', async () => {
			const input = [await named('L-4', 'a.pdf'), await named('L-5', 'b.pdf')];
			const options = { submissionId: 'one for all', preventDuplicates: 'own' };
			const { items } = await run(input, 'perItem', { options, onError: 'continueRegularOutput' });
			expect(items.map(({ json, pairedItem }) => [json['Invoice Number'] ?? 'failed', pairedItem])).toEqual([
				['L-4', { item: 0 }],
				['failed', { item: 1 }],
			]);
		});
	});

	describe('and the user can tell what became of it', () => {
		it('of many copies, a note names some and says where all stand', async () => {
			const names = Array.from({ length: 9 }, (_, index) => `copy ${index + 1}.pdf`);
			const done = await run([await named('Q-1', ...names)]);
			expect(hintsOf(done).join('\n')).toMatch(
				/sent once \(8\): copy 2\.pdf[^\n]* and \d more\nThe outputs Documents and Summary list all files/,
			);
		});

		it('of files with one name, the later ones get a number, in the order of the input', async () => {
			const input = [await mail(['Q-2', 'inv.pdf'], ['Q-3', 'inv.pdf']), await named('Q-4', 'inv.pdf')];
			for (const groupFiles of ['perItem', 'forAllItems']) {
				const { items } = await run(input, groupFiles);
				expect(items.map(({ json }) => [json['Invoice Number'], json['Source File']])).toEqual([
					['Q-2', 'inv.pdf (Page 1)'],
					['Q-3', 'inv (2).pdf (Page 1)'],
					['Q-4', groupFiles === 'perItem' ? 'inv.pdf (Page 1)' : 'inv (3).pdf (Page 1)'],
				]);
			}
		});
	});
});
