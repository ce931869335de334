import type { INodeExecutionData } from 'n8n-workflow';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import {
	chargesOf,
	countOf,
	extract,
	invoiceFile,
	invoiceItems,
	type ExtractOptions,
} from '../../../support/operations/extractDocuments';
import { COMPLETE, SUBMIT } from '../../../support/endpoints';
import { itemWith } from '../../../support/items';

describe('Extract Documents: a file that fails by itself', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30 });
	});
	afterEach(async () => await node.close());

	const control = () => node.sandbox.control;
	const ID = { submissionId: 'mail-1' };
	const GO_ON = { onError: 'continueRegularOutput' } as const;

	/** `[Invoice Number or error code, item]` of each item that comes out. */
	const told = (items: INodeExecutionData[]): unknown[] =>
		items.map(({ json, pairedItem }) => [
			json['Invoice Number'] ?? (json.error as { code: string }).code,
			(pairedItem as { item: number }).item,
		]);
	const run = async (input: INodeExecutionData[], options: Partial<ExtractOptions> = {}) =>
		await extract(node, { input, options: ID, ...options });

	async function withLocked(): Promise<INodeExecutionData[]> {
		const locked = await invoiceFile(node, 'F-1', 'locked.pdf', { encrypted: true });
		const [first, third] = await invoiceItems(node, 'F-0', 'F-2');
		return [first!, itemWith(locked), third!];
	}

	describe('a password', () => {
		const ROWS = [
			['F-0', 0],
			['F-2', 2],
			['ENCRYPTED_FILE', 1],
		];

		it('is told with the file and its item, where the node stops', async () => {
			const { error } = await run(await withLocked());
			expect(error?.message).toMatch(/^A file is protected with a password: .*locked\.pdf.*$/);
			expect(error?.context).toMatchObject({ code: 'ENCRYPTED_FILE', itemIndex: 1 });
			expect(error?.description).not.toMatch(/skips the failed|continue where|twice/);
		});

		it('leaves the others to go on at once in the same session, where the node continues', async () => {
			const { items } = await run(await withLocked(), GO_ON);
			expect(told(items)).toEqual(expect.arrayContaining(ROWS));
			expect(items).toHaveLength(3);
			expect(JSON.stringify(items)).toMatch(/Send the corrected file alone/);
			expect(countOf(node, 'POST /uploads/sessions', 'PUT part', SUBMIT)).toEqual([1, 3, 2]);
			const [, second] = control().extractions();
			expect(second).toMatchObject({ upload_session_id: 'mail-1', file_names: ['F-0.pdf', 'F-2.pdf'] });
			expect(chargesOf(node)).toEqual([0, 2]);
		});

		it.each([0, 60_000])('ends the same in a rerun (after %i ms), without another charge', async (later) => {
			const input = await withLocked();
			const first = await run(input, GO_ON);
			await control().advanceClock(later);
			const second = await run(input, GO_ON);
			expect(told(second.items)).toEqual(told(first.items));
			expect(chargesOf(node)).toEqual([0, 2]);
			expect(control().extractions()).toHaveLength(2);
		});

		it('names what is paid where a rerun stops at it', async () => {
			const input = await withLocked();
			await run(input, GO_ON);
			await control().advanceClock(60_000);
			const { error } = await run(input);
			const [, paid] = control().extractions();
			expect(error?.message).toMatch(/protected with a password.*/);
			expect(error?.context).toMatchObject({
				finished_extractions: [{ extraction_id: paid!.extraction_id, items: [0, 2] }],
			});
			expect(error?.description).toContain(`are charged (1): ${paid!.extraction_id}. `);
			expect(chargesOf(node)).toEqual([0, 2, 0]);
		});

		it('on all files fails them all, and nothing goes on', async () => {
			const locked = await invoiceFile(node, 'F-1', 'locked.pdf', { encrypted: true });
			const { items } = await run([itemWith(locked), itemWith(locked)], GO_ON);
			expect(told(items)).toEqual([
				['ENCRYPTED_FILE', 0],
				['ENCRYPTED_FILE', 1],
			]);
			expect(control().extractions()).toHaveLength(1);
		});
	});

	describe('an upload', () => {
		it.each<[string, () => void]>([
			[
				'a size that differs',
				() =>
					control().addFault({
						endpoint: COMPLETE,
						kind: 'error',
						code: 'OBJECT_SIZE_MISMATCH',
						details: null,
					}),
			],
			[
				'a part that the store refuses',
				() => control().addFault({ endpoint: 'PUT part', kind: 'error', status: 400 }),
			],
			['a part that is gone', () => control().addFault({ endpoint: 'PUT part', kind: 'error', status: 404 })],
			[
				'a page instead of the store',
				() => control().addFault({ endpoint: 'PUT part', kind: 'html', status: 404 }),
			],
		])('%s: its request is held back, where the node continues', async (_what, plan) => {
			plan();
			const numbers = ['F-0', 'F-1', 'F-2'];
			const { items } = await run(await invoiceItems(node, ...numbers), GO_ON);
			const codes = items.map(({ json }) => (json.error as { code: string }).code);
			expect(codes).toHaveLength(3);
			expect(codes.filter((code) => code === 'REQUEST_HELD_BACK')).toHaveLength(2);
			expect(chargesOf(node)).toEqual([]);

			// The next run, as it is, has all of them, and charges nothing twice.
			for (let count = 0; count < 2; count++) {
				const again = await run(await invoiceItems(node, ...numbers), GO_ON);
				expect(again.items.map(({ json }) => json['Invoice Number'])).toEqual(numbers);
				expect(chargesOf(node)).toEqual([3]);
			}
		});

		it('that fails names the file and its item, where the node stops, and nothing is submitted', async () => {
			control().addFault({ endpoint: 'PUT part', kind: 'error', status: 400 });
			const { error } = await run(await invoiceItems(node, 'F-0', 'F-1'));
			expect(error?.message).toMatch(/^The file storage.*F-\d\.pdf/);
			expect(control().extractions()).toEqual([]);
		});

		it('of a file that n8n does not have any more: its request is held back', async () => {
			const input = await invoiceItems(node, 'F-0', 'F-1');
			const [first] = input;
			const lost = {
				...first!.binary!.data!,
				fileName: 'lost.pdf',
				id: `${first!.binary!.data!.id}-gone`,
				bytes: 10,
			};
			// Under the ID of the execution, which knows a file without its bytes.
			const { items } = await run([...input, itemWith(lost)], { ...GO_ON, options: {} });
			expect(told(items)).toEqual([
				['REQUEST_HELD_BACK', 0],
				['REQUEST_HELD_BACK', 1],
				['FILE_UNREADABLE', 2],
			]);
			expect(chargesOf(node)).toEqual([]);
		});
	});
});
