import type { INodeParameters } from 'n8n-workflow';
import { gives, startLinkServer } from '../../support/fixtures/linkServer';
import { startOperation } from '../../support/fixtures/operationFixture';
import { failuresOf } from '../../support/operations/failures';
import { fileOf, PART_SIZE, statesOf } from '../../support/operations/uploadSession';
import { SESSIONS } from '../../support/endpoints';
import { itemsOf, itemWith, jsonOf } from '../../support/items';
import { NODE_TYPE } from '../../support/names';

const MB = 1024 * 1024;

const listed = (...values: Array<Record<string, unknown>>): INodeParameters =>
	({ filesToRegister: { values } }) as unknown as INodeParameters;

describe('Upload Session: Create', () => {
	const operation = startOperation('create', 'uploadSession', { partSize: PART_SIZE });
	const run = operation.run;
	const lastSession = () => operation.control.sessions().at(-1);

	it('registers the files of the fields, with the parts that each is to be sent in', async () => {
		const result = await run({
			...listed({ fileName: 'a.pdf', fileSize: 25 }, { fileName: 'b.PNG', fileSize: 10, fileId: 'scan' }),
			options: { uploadSessionId: 'march' },
		});
		expect(result.items).toEqual([
			{
				json: {
					upload_session_id: 'march',
					file_ids: ['file-1', 'scan'],
					part_size: PART_SIZE,
					files: [
						{
							file_id: 'file-1',
							file_name: 'a.pdf',
							file_size_bytes: 25,
							part_size: PART_SIZE,
							part_count: 3,
						},
						{ file_id: 'scan', file_name: 'b.png', file_size_bytes: 10, part_size: PART_SIZE, part_count: 1 },
					],
				},
				pairedItem: [{ item: 0 }],
			},
		]);
		expect(statesOf(operation, 'march')).toEqual({ 'file-1': 'registered', scan: 'registered' });
		expect(operation.asked()).toEqual([SESSIONS]);
	});

	it('registers files from links, and hands them on to be uploaded', async () => {
		const web = await startLinkServer();
		const link = web.on('/a', gives('%PDF-1.7'));
		const result = await run({ filesFrom: 'items', files: 'links', links: link, output: 'files' });
		await web.close();
		expect(result.items).toMatchObject([{ json: { file_name: 'a.pdf', file_size_bytes: 8, field: 'data' } }]);
		const bytes = await operation.node.engine.readBinary(result.items[0]!.binary!.data!);
		expect(bytes.toString()).toBe('%PDF-1.7');
	});

	it('gives one item per file where that is wanted', async () => {
		const result = await run({
			...listed({ fileName: 'a.pdf', fileSize: 25 }, { fileName: 'b.pdf', fileSize: 5 }),
			output: 'files',
		});
		const id = lastSession()?.upload_session_id;
		expect(jsonOf(result.items)).toEqual([
			{
				upload_session_id: id,
				file_id: 'file-1',
				file_name: 'a.pdf',
				file_size_bytes: 25,
				part_size: PART_SIZE,
				part_count: 3,
			},
			expect.objectContaining({ upload_session_id: id, file_id: 'file-2', part_count: 1 }),
		]);
	});

	it.each([
		[
			'JSON text',
			'[{"file_name":"a.pdf","file_size_bytes":25},{"file_id":"b","file_name":"b.pdf","file_size_bytes":5}]',
		],
		[
			'an object as the API takes it',
			'{"files":[{"file_name":"a.pdf","file_size_bytes":25},{"file_id":"b","file_name":"b.pdf","file_size_bytes":5}]}',
		],
		['an expression', '={{ $json.list }}'],
	])('takes the files as %s', async (_what, filesJson) => {
		const list = [
			{ file_name: 'a.pdf', file_size_bytes: 25 },
			{ file_id: 'b', file_name: 'b.pdf', file_size_bytes: '5' },
		];
		const result = await run({ filesFrom: 'json', filesJson }, { input: [{ json: { list } }] });
		expect(jsonOf(result.items)).toMatchObject([{ file_ids: ['file-1', 'b'] }]);
		expect(lastSession()?.files.map(({ file_size_bytes }) => file_size_bytes)).toEqual([25, 5]);
	});

	it('registers the files of the input items without uploading a byte, and hands the files on', async () => {
		const input = [itemWith(await fileOf(operation, 25)), itemWith(await fileOf(operation, 5))];
		const result = await run({ filesFrom: 'items', output: 'files' }, { input });
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
		const result = await run({ filesFrom: 'items', output: 'files' }, { input, settings });
		expect(result.error).toBeUndefined();
		expect(result.items[0]?.json).toMatchObject({
			file_id: 'file-1',
			_files: { data: { fileName: 'invoice.pdf' } },
		});
	});

	it('makes one session per item where that is wanted', async () => {
		const input = [itemWith(await fileOf(operation, 5)), itemWith(await fileOf(operation, 5))];
		const result = await run({ filesFrom: 'items', sessions: 'perItem' }, { input });
		expect(new Set(jsonOf(result.items).map((json) => json.upload_session_id)).size).toBe(2);
	});

	it('makes a session for each item of fields, and the same one when n8n tries again', async () => {
		const before = operation.control.sessions().length;
		operation.control.addFault({ endpoint: SESSIONS, kind: 'error', code: 'UNAUTHENTICATED', after: 1 });
		const settings = { input: [{ json: {} }, { json: {} }], retryOnFail: true, maxTries: 2 };
		const result = await run(listed({ fileName: 'a.pdf', fileSize: 25 }), settings);
		expect(result.items).toHaveLength(2);
		expect(operation.control.sessions().length).toBe(before + 2);
	});

	it.each([
		['SESSION_ALREADY_INITIALIZED', /already used with other files/, /Use a new ID/],
		['INSUFFICIENT_CREDITS', /Not enough credits/, /Add credits/],
		['DUPLICATE_FILE_NAME', /same name/, /a different name/],
		['DUPLICATE_FILE_ID', /same file ID/, /a different file ID/],
		['FILE_TOO_LARGE', /file is too large/, /Split or compress/],
		['TOTAL_UPLOAD_SIZE_LIMIT_EXCEEDED', /exceed the total size limit/, /up to 2048 MB/],
		['INVALID_INPUT', /refused the request as invalid/, /Correct the parameters/],
	])('Upload Session: Create explains the error %s', async (code, message, nextStep) => {
		operation.control.addFault({ endpoint: SESSIONS, kind: 'error', code });
		const result = await run(listed({ fileName: 'a.pdf', fileSize: 25 }));
		expect(result.error?.message).toMatch(message);
		expect(result.error?.description).toMatch(nextStep);
	});

	describe('with wrong input', () => {
		const file = { fileName: 'a.pdf', fileSize: 5 };
		it.each<[string, INodeParameters, RegExp]>([
			['no file', listed(), /^Files to Register: No file entered/],
			['a missing name', listed({ fileSize: 5 }), /File "file-1": it has no file name/],
			[
				'another type',
				listed({ fileName: 'a.doc', fileSize: 5 }),
				/must end with the extension of a PDF, JPG or PNG file/,
			],
			[
				'no size',
				listed({ fileName: 'a.pdf', fileSize: '={{ "" }}' }),
				/size must be a whole number of bytes/,
			],
			['size 0', listed({ fileName: 'a.pdf', fileSize: 0 }), /size must be a whole number of bytes/],
			['a broken size', listed({ fileName: 'a.pdf', fileSize: 1.5 }), /size must be a whole number of bytes/],
			['a large PDF', listed({ fileName: 'a.pdf', fileSize: 150 * MB + 1 }), /a PDF may have up to 150 MB/],
			['a large image', listed({ fileName: 'a.png', fileSize: 5 * MB + 1 }), /a PNG may have up to 5 MB/],
			['a repeated name', listed(file, file), /The file name "a\.pdf" is used twice/],
			[
				'a repeated ID',
				listed({ ...file, fileId: 'x' }, { ...file, fileName: 'b.pdf', fileId: 'x' }),
				/The file ID "x" is used twice/,
			],
			[
				'two dots as file ID',
				listed({ ...file, fileId: '..' }),
				/the file ID "\.\." would lead to another URL/,
			],
			['a bad file ID', listed({ ...file, fileId: 'a/b' }), /the file ID "a\/b" may only contain/],
			[
				'an object as session ID',
				{ ...listed(file), options: { uploadSessionId: '={{ {} }}' } },
				/^Upload Session ID: This is an object instead of a text/,
			],
			['broken JSON', { filesFrom: 'json', filesJson: '=[{' }, /^Files \(JSON\): The text is not valid JSON/],
			[
				'JSON of texts',
				{ filesFrom: 'json', filesJson: '["a.pdf"]' },
				/^Files \(JSON\): Entry 1 is not an object/,
			],
		])('Upload Session: Create sends nothing for %s', async (_what, parameters, message) => {
			const result = await run(parameters);
			expect(result.error?.message).toMatch(message);
			expect(operation.asked()).toEqual([]);
		});

		it('Upload Session: Create sends nothing for too many or too large files', async () => {
			const many =
				'={{ Array.from({ length: 6001 }, (_, i) => ({ file_name: i + ".pdf", file_size_bytes: 400000 })) }}';
			const result = await run({ filesFrom: 'json', filesJson: many });
			expect(result.error?.description).toMatch(
				/6001 files are too many.*up to 6000.*<br>.*together\. A session can have up to 2048 MB/s,
			);
			expect(operation.asked()).toEqual([]);
		});
	});

	it('blames the right item and goes on with the others when it continues on fail', async () => {
		const input = [{ json: { name: 'a.doc' } }, { json: { name: 'a.pdf' } }, { json: { name: 'b.pdf' } }];
		operation.control.addFault({ endpoint: SESSIONS, kind: 'error', code: 'INSUFFICIENT_CREDITS' });
		const result = await run(listed({ fileName: '={{ $json.name }}', fileSize: 5 }), {
			input,
			onError: 'continueErrorOutput',
		});
		expect(failuresOf(result.secondOutput)).toEqual([
			['INVALID_PARAMETERS', 0],
			['INSUFFICIENT_CREDITS', 1],
		]);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([[{ item: 2 }]]);
	});

	it('works as the tool of an AI agent', async () => {
		const { response } = await operation.node.engine.runAsTool({
			type: NODE_TYPE,
			parameters: {
				resource: 'uploadSession',
				operation: 'create',
				filesFrom: 'json',
				filesJson: "={{ $fromAI('files', 'The files', 'json') }}",
			},
			args: { files: [{ file_name: 'a.pdf', file_size_bytes: 25 }] },
		});
		expect(JSON.stringify(response)).toContain('part_count');
	});
});
