import type { INodeParameters } from 'n8n-workflow';
import { gives, startLinkServer } from '../../support/fixtures/linkServer';
import { startOperation } from '../../support/fixtures/operationFixture';
import { failuresOf } from '../../support/operations/failures';
import { fileOf, PART_SIZE, statesOf } from '../../support/operations/uploadSession';
import { SESSIONS } from '../../support/endpoints';
import { itemsOf, itemWith, jsonOf } from '../../support/items';
import { NODE_TYPE } from '../../support/names';

const MB = 1024 * 1024;

const json = (filesJson: unknown): INodeParameters => ({
	filesFrom: 'json',
	filesJson: typeof filesJson === 'string' ? filesJson : JSON.stringify(filesJson),
});

const A = { file_id: 'file-1', file_name: 'a.pdf', file_size_bytes: 25 };
const B = { file_id: 'b', file_name: 'b.pdf', file_size_bytes: 5 };

describe('Upload Session: Create', () => {
	const operation = startOperation('create', 'uploadSession', { partSize: PART_SIZE });
	const run = operation.run;
	const lastSession = () => operation.control.sessions().at(-1);

	it('registers the files of a list, one item for each, with the parts that it is to be sent in', async () => {
		const result = await run({ ...json([A, B]), options: { uploadSessionId: 'march' } });
		expect(result.items).toEqual([
			{
				json: { upload_session_id: 'march', ...A, part_size: PART_SIZE, part_count: 3 },
				pairedItem: { item: 0 },
			},
			{
				json: { upload_session_id: 'march', ...B, part_size: PART_SIZE, part_count: 1 },
				pairedItem: { item: 0 },
			},
		]);
		expect(statesOf(operation, 'march')).toEqual({ 'file-1': 'registered', b: 'registered' });
		expect(operation.asked()).toEqual([SESSIONS]);
	});

	it('registers files from links, and hands them on to be uploaded', async () => {
		const web = await startLinkServer();
		const link = web.on('/a', gives('%PDF-1.7'));
		const result = await run({ files: 'links', links: link });
		await web.close();
		expect(result.items).toMatchObject([{ json: { file_name: 'a.pdf', file_size_bytes: 8, field: 'data' } }]);
		const bytes = await operation.node.engine.readBinary(result.items[0]!.binary!.data!);
		expect(bytes.toString()).toBe('%PDF-1.7');
	});

	it.each([
		['JSON text', JSON.stringify([A, B])],
		['an object as the API takes it', JSON.stringify({ files: [A, B] })],
		['an expression', '={{ $json.list }}'],
		['all input items', '={{ $input.all().flatMap((item) => item.json.list) }}'],
	])('takes the files as %s, and sends nothing else of them', async (_what, filesJson) => {
		const list = [{ ...A, mail: 'secret' }, B];
		const result = await run(json(filesJson), { input: [{ json: { list } }] });
		expect(jsonOf(result.items).map(({ file_id, mail }) => [file_id, mail])).toEqual([
			['file-1', undefined],
			['b', undefined],
		]);
		expect(lastSession()?.files.map(({ file_size_bytes }) => file_size_bytes)).toEqual([25, 5]);
	});

	it('makes one session of all items, each a file, if it runs once', async () => {
		const filesJson = '={{ $input.all().map((item) => item.json) }}';
		const result = await run(json(filesJson), { input: [{ json: A }, { json: B }], executeOnce: true });
		expect(jsonOf(result.items)).toMatchObject([A, B]);
		expect(operation.asked()).toEqual([SESSIONS]);
	});

	it('takes the input items where nothing is chosen', async () => {
		const result = await run({}, { input: [itemWith(await fileOf(operation, 5))] });
		expect(jsonOf(result.items)).toMatchObject([{ file_name: 'invoice.pdf', item: 0, field: 'data' }]);
	});

	it('registers the files of the input items without uploading a byte, and hands the files on', async () => {
		const input = [itemWith(await fileOf(operation, 25)), itemWith(await fileOf(operation, 5))];
		const result = await run({}, { input });
		expect(jsonOf(result.items)).toMatchObject([
			{
				file_id: 'file-1',
				file_name: 'invoice.pdf',
				file_size_bytes: 25,
				part_count: 3,
				item: 0,
				field: 'data',
			},
			{ file_id: 'file-2', file_name: 'invoice (2).pdf', file_size_bytes: 5, part_count: 1, item: 1 },
		]);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		const files = result.items.map(({ binary }) => binary?.data);
		expect(files.map((file) => file?.id)).toEqual(input.map(({ binary }) => binary?.data?.id));
		expect(operation.asked()).toEqual([SESSIONS]);
	});

	it('hands the files on in a workflow that keeps binary data in json', async () => {
		const input = itemsOf({ scan: await fileOf(operation, 25) });
		const settings = { binaryMode: 'combined' as const };
		const result = await run({}, { input, settings });
		expect(result.error).toBeUndefined();
		expect(result.items[0]?.json).toMatchObject({
			file_id: 'file-1',
			_files: { data: { fileName: 'invoice.pdf' } },
		});
	});

	it('makes one session per item where that is wanted', async () => {
		const input = [itemWith(await fileOf(operation, 5)), itemWith(await fileOf(operation, 5))];
		const result = await run({ groupFiles: 'perItem' }, { input });
		expect(new Set(jsonOf(result.items).map((json) => json.upload_session_id)).size).toBe(2);
	});

	it('makes a session for each item with a list, and the same one when n8n tries again', async () => {
		const before = operation.control.sessions().length;
		operation.control.addFault({ endpoint: SESSIONS, kind: 'error', code: 'UNAUTHENTICATED', after: 1 });
		const settings = { input: [{ json: {} }, { json: {} }], retryOnFail: true, maxTries: 2 };
		const result = await run(json([A]), settings);
		expect(result.items).toHaveLength(2);
		expect(operation.control.sessions().length).toBe(before + 2);
	});

	it.each([
		['SESSION_ALREADY_INITIALIZED', /already used with other files/, /use a new ID/],
		['INSUFFICIENT_CREDITS', /Not enough credits/, /Add credits/],
		['DUPLICATE_FILE_NAME', /same name/, /a different name/],
		['DUPLICATE_FILE_ID', /same file ID/, /a different file ID/],
		['FILE_TOO_LARGE', /file is too large/, /Split or compress/],
		['TOTAL_UPLOAD_SIZE_LIMIT_EXCEEDED', /exceed the total size limit/, /up to 2048 MB/],
		['INVALID_INPUT', /refused the request as invalid/, /Correct the parameters/],
	])('Upload Session: Create explains the error %s', async (code, message, nextStep) => {
		operation.control.addFault({ endpoint: SESSIONS, kind: 'error', code });
		const result = await run(json([A]));
		expect(result.error?.message).toMatch(message);
		expect(result.error?.description).toMatch(nextStep);
	});

	describe('with a list that the service refuses', () => {
		const with1 = (more: object) => [{ ...A, ...more }];
		it.each<[string, unknown, RegExp]>([
			['no file', [], /\(files: .*at least 1/],
			['a missing name', with1({ file_name: undefined }), /\(files 1 file_name: /],
			['another type', [B, { ...A, file_name: 'a.doc' }], /\(files 2 file_name: must end in \.pdf/],
			['no ID', with1({ file_id: undefined }), /\(files 1 file_id: /],
			['a bad ID', with1({ file_id: 'a/b' }), /\(files 1 file_id: /],
			['a size as text', with1({ file_size_bytes: '5' }), /\(files 1 file_size_bytes: /],
			['size 0', with1({ file_size_bytes: 0 }), /\(files 1 file_size_bytes: /],
			['a large PDF', with1({ file_size_bytes: 150 * MB + 1 }), /^A file is too large: .*a\.pdf/],
			['a repeated name', [A, { ...A, file_id: 'x' }], /^Two files have the same name: a\.pdf/],
			['a repeated ID', [A, { ...B, file_id: A.file_id }], /^Two files have the same file ID/],
		])('names the field or the file of %s, and nothing has changed', async (_what, list, message) => {
			const before = operation.control.sessions().length;
			const result = await run(json(list));
			expect(result.error?.message).toMatch(message);
			expect(operation.asked()).toEqual([SESSIONS]);
			expect(operation.control.sessions()).toHaveLength(before);
		});

		it.each([
			['many files', 6001, 1, /\(files: .*at most 6000/],
			['many bytes', 16, 150 * MB, /exceed the total size limit/],
		])('says that there are too %s', async (_what, length, bytes, message) => {
			const list = Array.from({ length }, (_, i) => ({
				file_id: `${i}`,
				file_name: `${i}.pdf`,
				file_size_bytes: bytes,
			}));
			const result = await run(json('={{ $json.list }}'), { input: [{ json: { list } }] });
			expect(result.error?.message).toMatch(message);
		});
	});

	describe('with wrong input', () => {
		it.each<[string, INodeParameters, RegExp]>([
			[
				'an object as session ID',
				{ ...json([A]), options: { uploadSessionId: '={{ {} }}' } },
				/^Upload Session ID: This is an object instead of a text/,
			],
			['broken JSON', json('=[{'), /^Files \(JSON\): The text is not valid JSON: /],
			['JSON of texts', json('["a.pdf"]'), /^Files \(JSON\): Entry 1 is not an object/],
			['input items without files', {}, /^Input Files: There is no file/],
		])('Upload Session: Create sends nothing for %s', async (_what, parameters, message) => {
			const result = await run(parameters);
			expect(result.error?.message).toMatch(message);
			expect(operation.asked()).toEqual([]);
		});
	});

	it('blames the right item and goes on with the others when it continues on fail', async () => {
		const input = ['a.doc', 'a.pdf', 'b.pdf'].map((file_name) => ({ json: { ...A, file_name } }));
		operation.control.addFault({
			endpoint: SESSIONS,
			kind: 'error',
			code: 'INSUFFICIENT_CREDITS',
			after: 1,
			count: 1,
		});
		const result = await run(json('={{ $json }}'), { input, onError: 'continueErrorOutput' });
		expect(failuresOf(result.secondOutput)).toEqual([
			['INVALID_INPUT', 0],
			['INSUFFICIENT_CREDITS', 1],
		]);
		expect(result.secondOutput[0]?.json.message).toMatch(/^Item 1: .*files 1 file_name/);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 2 }]);
	});

	it('blames the item of the file that the service names, or none if it is about all', async () => {
		const input = [itemWith(await fileOf(operation, 5)), itemWith(await fileOf(operation, 6))];
		const refuse = (code: string, details: Record<string, string> | null) =>
			operation.control.addFault({ endpoint: SESSIONS, kind: 'error', code, details });
		refuse('FILE_TOO_LARGE', { file_name: 'invoice (2).pdf' });
		const named = await run({}, { input });
		expect(named.error?.message).toBe('A file is too large: invoice (2).pdf');
		expect(named.error?.context.itemIndex).toBe(1);
		refuse('INSUFFICIENT_CREDITS', null);
		const all = await run({}, { input });
		expect(all.error?.message).toBe('Not enough credits');
	});

	it('works as the tool of an AI agent', async () => {
		const { response } = await operation.node.engine.runAsTool({
			type: NODE_TYPE,
			parameters: {
				resource: 'uploadSession',
				operation: 'create',
				filesJson: "={{ $fromAI('files', 'The files', 'json') }}",
			},
			args: { files: [A] },
		});
		expect(JSON.stringify(response)).toContain('part_count');
	});
});
