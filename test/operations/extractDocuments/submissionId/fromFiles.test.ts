import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import {
	chargesOf,
	FROM_EARLIER,
	countOf,
	extract,
	invoiceFile,
	invoiceItems,
	traced,
	type ExtractOptions,
} from '../../../support/operations/extractDocuments';
import { COMPLETE, DETAILS, STATUS, SUBMIT } from '../../../support/endpoints';
import { hintsOf, itemWith } from '../../../support/items';
import { until } from '../../../support/until';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;

const NEW_ID = /new (Submission )?ID|new one/;

describe('Extract Documents: a Submission ID from the files', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30 });
	});
	afterEach(async () => await node.close());

	const control = () => node.sandbox.control;
	const run = async ({ options, ...others }: ExtractOptions) =>
		await extract(node, { ...others, options: { preventDuplicates: 'files', ...options } });
	/** A mail whose attachments have the same name; stored anew, as each mailbox does. */
	const mail = async (...numbers: string[]): Promise<INodeExecutionData> =>
		itemWith(
			...(await Promise.all(numbers.map(async (number) => await invoiceFile(node, number, 'scan.pdf')))),
		);

	it('finds the same mail again in another execution, with its attachments in another order', async () => {
		const first = await run({ input: [await mail('M-1', 'M-2')] });
		await control().advanceClock(MINUTE_MS);
		const second = await run({ input: [{ json: {} }, await mail('M-2', 'M-1')] });
		expect(first.error).toBeUndefined();
		expect(second.error).toBeUndefined();
		expect(chargesOf(node)).toEqual([2]);
		expect(countOf(node, 'PUT part')).toEqual([2]);
		const numbersIn = ({ items }: typeof first) => items.map(({ json }) => json['Invoice Number']);
		expect(numbersIn(second)).toEqual([...numbersIn(first)].reverse());
		expect(second.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 1 }]);
		expect(hintsOf(second)).toEqual([
			...hintsOf(first),
			expect.stringMatching(FROM_EARLIER),
			'Items without a file (1): Item 1',
		]);
	});

	it('registers the same contents under the same IDs in whatever order they come', async () => {
		for (const [prompt, names] of [
			['Total', ['M-1', 'M-2', 'M-3']],
			['Supplier', ['M-3', 'M-1', 'M-2']],
		] as const) {
			const { items } = await run({ input: [await mail(...names)], parameters: { prompt } });
			expect(items.map(({ json }) => json['Invoice Number'])).toEqual(names);
		}
		const [first, second] = control().sessions();
		const sizes = (session: typeof first) =>
			session!.files.map(({ file_id, file_size_bytes: size }) => [file_id, size]);
		expect(sizes(second)).toEqual(sizes(first));
	});

	it('serves two executions at the same time with one extraction', async () => {
		const [first, second] = await Promise.all(
			['one', 'two'].map(async () => await run({ input: await invoiceItems(node, 'M-0') })),
		);
		expect(traced(first!.items)).toEqual([['M-0', 'M-0.pdf (Page 1)', 0]]);
		expect(traced(second!.items)).toEqual(traced(first!.items));
		expect(chargesOf(node)).toEqual([1]);
	});

	it('pairs the rows with the files of today, by their contents', async () => {
		const numbersOf = (documents: INodeExecutionData[]) =>
			documents.map(({ json, binary }) => [
				(json.rows as IDataObject[]).map((row) => row['Invoice Number']),
				Object.keys(binary!),
			]);
		const parameters = { output: 'documents' };
		const first = await run({ input: [await mail('M-3', 'M-4')], parameters });
		const second = await run({ input: [await mail('M-4', 'M-3')], parameters });
		expect(numbersOf(first.items)).toEqual([
			[['M-3'], ['attachment_0']],
			[['M-4'], ['attachment_1']],
		]);
		expect(numbersOf(second.items)).toEqual([
			[['M-4'], ['attachment_0']],
			[['M-3'], ['attachment_1']],
		]);
		expect(chargesOf(node)).toEqual([2]);
		const ids = [...first.items, ...second.items].map(({ json }) => json.submission_id);
		expect(new Set(ids)).toEqual(new Set([expect.stringMatching(/^files-[0-9a-f]{40}$/)]));
	});

	it.each<[string, Partial<ExtractOptions>]>([
		['task name', { options: { taskName: 'Monday' } }],
		['email', { options: { sendCompletionEmail: true } }],
		['color', { parameters: { output: 'files' }, options: { reviewNeededFillColor: 'red' } }],
		['way to leave an option as it is', { options: { excludeColumns: [], outputLanguage: 'automatic' } }],
	])('does not depend on another %s', async (_, other) => {
		await run({ input: await invoiceItems(node, 'M-5') });
		const again = await run({ input: await invoiceItems(node, 'M-5'), ...other });
		expect(again.items).toHaveLength(1);
		expect(chargesOf(node)).toEqual([1]);
	});

	it.each<[string, Partial<ExtractOptions>]>([
		['prompt', { parameters: { prompt: 'Invoice number alone' } }],
		['structure', { parameters: { outputStructure: 'per_line_item' } }],
		['option', { options: { typedValues: false } }],
	])('is another with another %s', async (_, other) => {
		await run({ input: await invoiceItems(node, 'M-6') });
		const again = await run({ input: await invoiceItems(node, 'M-6'), ...other });
		expect(again.error).toBeUndefined();
		expect(chargesOf(node)).toEqual([1, 1]);
	});

	it('does not depend on the order of columns', async () => {
		for (const excludeColumns of [
			['source_file', 'review_needed'],
			['review_needed', 'source_file'],
		]) {
			const { items } = await run({ input: await invoiceItems(node, 'M-12'), options: { excludeColumns } });
			expect(items).toHaveLength(1);
		}
		expect(chargesOf(node)).toEqual([1]);
	});

	it('says that the file of an earlier request has other colors', async () => {
		await run({ input: await invoiceItems(node, 'M-13') });
		await control().advanceClock(MINUTE_MS);
		const options = { reviewNeededFillColor: 'red' };
		const parameters = { output: 'files' };
		const again = await run({ input: await invoiceItems(node, 'M-13'), parameters, options });
		expect(hintsOf(again)).toEqual([
			expect.stringMatching(/It differs in \(1\): options\.review_needed_fill_color/),
			expect.stringMatching(FROM_EARLIER),
		]);
	});

	it('takes a name for the same that only spells its letters otherwise', async () => {
		const spelled = async (form: 'NFC' | 'NFD') =>
			await run({ input: [itemWith(await invoiceFile(node, 'M-14', 'Müller é.pdf'.normalize(form)))] });
		const first = await spelled('NFD');
		const second = await spelled('NFC');
		expect(traced(second.items)).toEqual([['M-14', 'Müller é.pdf (Page 1)'.normalize('NFC'), 0]]);
		expect(second.items).toEqual(first.items);
		expect(second.error).toBeUndefined();
		expect(chargesOf(node)).toEqual([1]);
	});

	it('is another for other contents under the same name, and the same for the same contents under another', async () => {
		const itemOf = async (number: string, name: string) => [itemWith(await invoiceFile(node, number, name))];
		for (const [number, name] of [
			['M-7', 'a.pdf'],
			['M-8', 'a.pdf'],
			['M-7', 'b.pdf'],
		] as const) {
			const { items } = await run({ input: await itemOf(number, name) });
			expect(traced(items)).toEqual([[number, `${name} (Page 1)`, 0]]);
		}
		expect(chargesOf(node)).toEqual([1, 1]);
	});

	it('finds the earlier extraction although its upload is gone, and says of when it is', async () => {
		const input = await invoiceItems(node, 'M-9');
		await run({ input });
		const [session] = control().sessions();
		control().expireSession({ upload_session_id: session!.upload_session_id });
		await control().advanceClock(3_600_000);
		const again = await run({ input: await invoiceItems(node, 'M-9') });
		expect(traced(again.items)).toEqual([['M-9', 'M-9.pdf (Page 1)', 0]]);
		expect(hintsOf(again)).toEqual([expect.stringMatching(FROM_EARLIER)]);
		expect(chargesOf(node)).toEqual([1]);
	});

	describe('extracts again what an earlier execution left without rows, and says what that had cost', () => {
		const cancelFirst = () => {
			const [{ extraction_id } = { extraction_id: '' }] = control().extractions();
			control().updateExtraction({ extraction_id, status: 'cancelled' });
		};
		/** Nothing finds the clock of the service so exact that a second would tell two executions apart. */
		const nextExecution = async () => await control().advanceClock(MINUTE_MS);

		it.each<[string, () => Promise<void> | void, RegExp]>([
			[
				'cancelled',
				cancelFirst,
				/^Earlier extractions of the same files that were cancelled .* \(1\): .+, credits \d+$/,
			],
			[
				'expired',
				async () => await control().advanceClock(91 * DAY_MS),
				/^Earlier extractions of the same files that were cancelled or have expired, .* \(1\): .+, credits 1$/,
			],
		])('if it was %s before', async (_how, leave, note) => {
			const parameters = { output: 'summary' };
			await run({ input: await invoiceItems(node, 'M-10') });
			await leave();
			await nextExecution();
			const again = await run({ input: await invoiceItems(node, 'M-10') });
			expect(traced(again.items)).toEqual([['M-10', 'M-10.pdf (Page 1)', 0]]);
			expect(hintsOf(again)).toEqual([expect.stringMatching(note)]);
			await nextExecution();
			// The next one finds the second, and is told of the first no more.
			const third = await run({ input: await invoiceItems(node, 'M-10'), parameters });
			expect(third.items[0]?.json.submission_id).toMatch(/^files-[0-9a-f]{40}\.s2\.[0-9a-f]{12}$/);
			expect(hintsOf(third)).toEqual([expect.stringMatching(FROM_EARLIER)]);
			expect(chargesOf(node)).toEqual([1, 1]);
		});

		it('but not in the execution in which somebody cancelled it, however often that tries', async () => {
			control().planExtractions([{ processingMs: DAY_MS }]);
			const input = await invoiceItems(node, 'M-15');
			const retried = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
			const running = run({ input, ...retried });
			await until('the extraction', () => control().extractions().length > 0);
			cancelFirst();
			const { error } = await running;
			expect(error?.context).toMatchObject({ code: 'EXTRACTION_CANCELLED' });
			expect(error?.description).toMatch(
				/at new cost, extract them in a new execution, some seconds later\./,
			);
			expect(error?.description).not.toMatch(NEW_ID);
			expect(countOf(node, SUBMIT)).toEqual([3]);
			expect(control().extractions()).toHaveLength(1);
			await nextExecution();
			const again = await run({ input });
			expect(traced(again.items)).toEqual([['M-15', 'M-15.pdf (Page 1)', 0]]);
		});

		it('but not what somebody cancelled while this execution waited for it', async () => {
			control().planExtractions([{ processingMs: DAY_MS }]);
			const input = await invoiceItems(node, 'M-17');
			await run({ input, options: { maximumWait: 0.001 } });
			await nextExecution();
			const answered = () =>
				control()
					.requests()
					.filter(({ endpoint, over }) => endpoint === DETAILS && over);
			const before = [countOf(node, STATUS)[0]!, answered().length] as const;
			const running = run({ input, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 });
			await until('the wait', () => countOf(node, STATUS)[0]! > before[0] && answered().length > before[1]);
			cancelFirst();
			expect((await running).error?.context).toMatchObject({ code: 'EXTRACTION_CANCELLED' });
			expect(countOf(node, SUBMIT)).toEqual([3]);
			expect(control().extractions()).toHaveLength(1);
		});

		it('but not with an ID of the user', async () => {
			const input = await invoiceItems(node, 'M-18');
			const options = { submissionId: 'mail-18', preventDuplicates: 'own' };
			await run({ input, options });
			cancelFirst();
			await nextExecution();
			const { error } = await run({ input, options });
			expect(error?.context).toMatchObject({ code: 'EXTRACTION_CANCELLED' });
			expect(control().extractions()).toHaveLength(1);
		});
	});

	it.each([undefined, 'continueRegularOutput'] as const)(
		'says how to go on where uploads vanish (On Error: %s)',
		async (onError) => {
			control().addFault({ endpoint: COMPLETE, kind: 'error', code: 'UPLOAD_ID_NOT_FOUND', count: 50 });
			const input = await invoiceItems(node, 'M-16');
			const { error, items } = await run({ input, onError });
			const step = error?.description ?? (items[0]?.json.error as IDataObject).next_step;
			expect(step).toMatch(/Run again (to upload the file in a new session|as it is)/);
			expect(step).not.toMatch(NEW_ID);
			control().clearFaults();
			expect((await run({ input })).items.map(({ json }) => json['Invoice Number'])).toEqual(['M-16']);
			expect(chargesOf(node)).toEqual([1]);
		},
	);

	describe('with a file that cannot be read', () => {
		const UNREADABLE = /^M-11\.pdf is no longer in the binary data of n8n/;
		let input: INodeExecutionData[];
		beforeEach(async () => {
			const [good] = await invoiceItems(node, 'M-11');
			const file: IBinaryData = good!.binary!.data!;
			input = [good!, itemWith({ ...file, id: 'filesystem-v2:workflows/1/gone', bytes: 7 })];
		});

		it('ends before anything is sent', async () => {
			const made = await run({ input });
			expect(made.error?.message).toMatch(UNREADABLE);
			expect(control().requests()).toEqual([]);
		});

		it('holds back the others where the node continues: with the file they would be paid for again', async () => {
			const made = await run({ input, onError: 'continueRegularOutput' });
			expect(made.items.map(({ json }) => json.message)).toEqual([
				expect.stringMatching(
					/^Item 1: Not sent, because another file of the same request could not be sent: M-11\.pdf/,
				),
				expect.stringMatching(UNREADABLE),
			]);
			expect(made.items[0]!.json.error).toMatchObject({
				code: 'REQUEST_HELD_BACK',
				retryable: true,
				next_step: expect.stringMatching(/^Nothing of this request was sent or charged\. Run again as it is/),
			});
			expect(control().requests()).toEqual([]);
		});

		it('lets its item fail alone where each item is a request', async () => {
			const parameters = { groupFiles: 'perItem' };
			const made = await run({ input, parameters, onError: 'continueRegularOutput' });
			expect(made.items.map(({ json }) => json['Invoice Number'] ?? json.message)).toEqual([
				'M-11',
				expect.stringMatching(UNREADABLE),
			]);
		});

		it('gives each file its own reason in the output Documents, also within an item', async () => {
			const parameters = { output: 'documents' };
			const [first, second] = input.map(({ binary }) => binary!.data!);
			input = [{ json: {}, binary: { first: first!, second: second! } }];
			const made = await run({ input, parameters, onError: 'continueRegularOutput' });
			expect(made.items.map(({ json }) => json.message)).toEqual([
				expect.stringMatching(/Not sent, because another file/),
				expect.stringMatching(UNREADABLE),
			]);
		});
	});

	describe('with a file that makes the extraction fail', () => {
		const GO_ON = { onError: 'continueRegularOutput' } as const;
		const locked = async (name: string) =>
			itemWith(await invoiceFile(node, name, `${name}.pdf`, { encrypted: true }));
		/** The mails of these names; those that begin with L are locked, and all have the same name but those. */
		const inputOf = async (names: string[]): Promise<INodeExecutionData[]> =>
			await Promise.all(names.map(async (name) => await (name.startsWith('L') ? locked(name) : mail(name))));

		it.each<[string[], string[]]>([
			[
				['B-1', 'L-1', 'B-2'],
				['B-1', 'B-2'],
			],
			[
				['B-1', 'B-2'],
				['B-1', 'B-2', 'L-1'],
			],
			[
				['B-1', 'L-1', 'B-2'],
				['B-2', 'L-2', 'B-1'],
			],
			[
				['B-1', 'L-1', 'B-2'],
				['B-1', 'L-1', 'B-2'],
			],
			[['B-1', 'L-1'], ['B-1']],
			[['L-1', 'B-1', 'L-2'], ['B-1']],
		])('charges the others of %j once, and finds them among %j', async (before, after) => {
			await run({ input: await inputOf(before), ...GO_ON });
			await control().advanceClock(MINUTE_MS);
			const again = await run({ input: await inputOf(after), ...GO_ON });
			const isGood = (name: string) => !name.startsWith('L');
			const charged = chargesOf(node).filter((credits) => credits > 0);
			expect(charged).toEqual([before.filter(isGood).length]);
			expect(again.error).toBeUndefined();
			const told = again.items.map(({ json, pairedItem }) => [json['Invoice Number'], pairedItem]);
			const item = (name: string) => ({ item: after.indexOf(name) });
			expect(told.sort()).toEqual(after.map((name) => [isGood(name) ? name : undefined, item(name)]).sort());
			expect(hintsOf(again)).toEqual([expect.stringMatching(FROM_EARLIER)]);
		});

		it('tries a file again whose upload failed, and charges nothing twice once it comes through', async () => {
			const names = ['B-1', 'L-1', 'B-2'];
			const input = async () => [...(await inputOf(names)), ...(await invoiceItems(node, 'U-1'))];
			const refused = { endpoint: 'PUT part', kind: 'error', status: 400 } as const;
			control().addFault(refused);
			const first = await run({ input: await input(), ...GO_ON });
			expect(first.items.filter(({ json }) => json.error)).toHaveLength(4);
			expect(chargesOf(node)).toEqual([]);
			const again = await run({ input: await input(), ...GO_ON });
			expect(again.items).toHaveLength(4);
			expect(chargesOf(node)).toEqual([0, 3]);
		});
	});

	describe('with one extraction for each item', () => {
		const parameters = { groupFiles: 'perItem' };

		it('sends what is twice there once, and gives its rows once, at the first item', async () => {
			const input = await invoiceItems(node, 'T-1', 'T-2', 'T-1', 'T-1');
			const made = await run({ input, parameters });
			expect(traced(made.items)).toEqual([
				['T-1', 'T-1.pdf (Page 1)', 0],
				['T-2', 'T-2.pdf (Page 1)', 1],
			]);
			expect(countOf(node, 'PUT part')).toEqual([2]);
			expect(chargesOf(node)).toEqual([1, 1]);
		});

		it('gives each item its document', async () => {
			const input = await invoiceItems(node, 'T-3', 'T-3');
			const made = await run({ input, parameters: { ...parameters, output: 'documents' } });
			expect(
				made.items.map(({ json, binary, pairedItem }) => [json.item, json.row_count, binary, pairedItem]),
			).toEqual(input.map(({ binary }, item) => [item, item === 0 ? 1 : 0, binary, { item }]));
			expect(chargesOf(node)).toEqual([1]);
		});

		it('asks for each alike, where the prompts differ', async () => {
			const input = (await invoiceItems(node, 'T-4', 'T-4')).map((item, index) => ({
				...item,
				json: { ask: index === 0 ? 'total' : 'supplier' },
			}));
			const prompt = '={{ "Invoice number and " + $json.ask }}';
			const made = await run({ input, parameters: { ...parameters, prompt } });
			expect(made.items).toHaveLength(2);
			expect(chargesOf(node)).toEqual([1, 1]);
		});

		it('lets each item fail with a file that fails', async () => {
			const locked = async () => itemWith(await invoiceFile(node, 'T-5', 'T-5.pdf', { encrypted: true }));
			const input = [await locked(), ...(await invoiceItems(node, 'T-6')), await locked()];
			const made = await run({ input, parameters, onError: 'continueRegularOutput' });
			expect(made.items.map(({ json, pairedItem }) => [json.message, pairedItem])).toEqual([
				[expect.stringMatching(/^A file is protected .*/), { item: 0 }],
				[undefined, { item: 1 }],
				[expect.stringMatching(/^A file is protected .*/), { item: 2 }],
			]);
			expect(control().extractions()).toHaveLength(2);
		});

		it('lets each item fail with an extraction that fails', async () => {
			control().planExtractions([{ fail: { code: 'PROMPT_UNCLEAR' } }]);
			const input = await invoiceItems(node, 'T-7', 'T-7');
			const made = await run({ input, parameters, onError: 'continueRegularOutput' });
			expect(made.items.map(({ json, pairedItem }) => [json.message, pairedItem])).toEqual([
				['Item 1: The prompt is unclear', { item: 0 }],
				['Item 2: The prompt is unclear', { item: 1 }],
			]);
			expect(control().extractions()).toHaveLength(1);
		});
	});
});
