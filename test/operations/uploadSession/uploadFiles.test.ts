import type { INodeParameters } from 'n8n-workflow';
import { gives, startLinkServer, type LinkServer } from '../../support/fixtures/linkServer';
import { startOperation } from '../../support/fixtures/operationFixture';
import { failuresOf } from '../../support/operations/failures';
import { fileOf, PART_SIZE, statesOf } from '../../support/operations/uploadSession';
import { COMPLETE, SESSIONS } from '../../support/endpoints';
import { hintsOf, itemWith, jsonOf } from '../../support/items';
import { NODE_TYPE } from '../../support/names';

describe('Upload Session: Upload Files', () => {
	const operation = startOperation('uploadFiles', 'uploadSession', { partSize: PART_SIZE, credits: 10_000 });
	const run = operation.run;
	const puts = () => operation.control.requests().filter(({ endpoint }) => endpoint === 'PUT part');

	it('uploads the files of all items into one session, ready to be submitted', async () => {
		const input = [
			itemWith(await fileOf(operation, 25)),
			{ json: { note: 'no file' } },
			{
				json: {},
				binary: { a: await fileOf(operation, 7, 'invoice.pdf'), b: await fileOf(operation, 9, 'scan.png') },
			},
		];
		const result = await run({}, { input });
		expect(result.error).toBeUndefined();
		const [session] = operation.control.sessions().slice(-1);
		const idOf = (name: string) => session?.files.find(({ file_name }) => file_name === name)?.file_id;
		expect(result.items).toEqual([
			{
				json: {
					upload_session_id: session?.upload_session_id,
					file_ids: ['invoice.pdf', 'invoice (2).pdf', 'scan.png'].map(idOf),
					files: [
						{ file_name: 'invoice.pdf', file_size_bytes: 25, item: 0, field: 'data' },
						{ file_name: 'invoice (2).pdf', file_size_bytes: 7, item: 2, field: 'a' },
						{ file_name: 'scan.png', file_size_bytes: 9, item: 2, field: 'b' },
					].map((file) => ({
						...file,
						file_id: idOf(file.file_name),
						source: { node: 'Start', output: 0, run: 0 },
					})),
					skipped_files: [],
				},
				pairedItem: [{ item: 0 }, { item: 2 }],
			},
		]);
		expect(session?.files.map(({ state, uploaded_parts }) => [state, uploaded_parts]).sort()).toEqual([
			['completed', 1],
			['completed', 1],
			['completed', 3],
		]);
	});

	it('makes one session per item where that is wanted', async () => {
		const input = [itemWith(await fileOf(operation, 5)), itemWith(await fileOf(operation, 6))];
		const result = await run({ groupFiles: 'perItem' }, { input });
		const ids = jsonOf(result.items).map((json) => json.upload_session_id);
		expect(new Set(ids).size).toBe(2);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([[{ item: 0 }], [{ item: 1 }]]);
	});

	it('splits what one session does not hold', async () => {
		const page = await fileOf(operation, 5);
		const input = [
			{ json: {}, binary: Object.fromEntries(Array.from({ length: 6001 }, (_, i) => [`f${i}`, page])) },
		];
		// Refused, so that 6001 files need not be uploaded to see that there are two sessions.
		operation.control.addFault({ endpoint: SESSIONS, kind: 'error', code: 'INSUFFICIENT_CREDITS', count: 2 });
		// Under an ID of the user's own, copies are files of their own.
		const parameters = { options: { uploadSessionId: 'many' } };
		const split = await run(parameters, { input, onError: 'continueRegularOutput' });
		expect(failuresOf(split.items)).toEqual(Array(2).fill(['INSUFFICIENT_CREDITS', 0]));
		expect(operation.asked()).toEqual([SESSIONS, SESSIONS]);
	});

	it('uses the ID that the user gives, and finds what an earlier run has uploaded', async () => {
		const input = [itemWith(await fileOf(operation, 12))];
		const first = await run({ options: { uploadSessionId: 'mail-1' } }, { input });
		operation.control.clearRequests();
		const second = await run({ options: { uploadSessionId: 'mail-1' } }, { input });
		expect(jsonOf(second.items)).toEqual(jsonOf(first.items));
		expect(jsonOf(first.items)).toMatchObject([{ upload_session_id: 'mail-1' }]);
		expect(puts()).toEqual([]);
	});

	it.each([undefined, 'continueRegularOutput'] as const)(
		'refuses the same ID for a file of the same name and another size (%s)',
		async (onError) => {
			const options = { uploadSessionId: 'mail-3' };
			await run({ options }, { input: [itemWith(await fileOf(operation, 12))] });
			const second = await run({ options }, { input: [itemWith(await fileOf(operation, 13))], onError });
			const { message = '' } = onError
				? ((second.items[0]?.json.error ?? {}) as Error)
				: (second.error ?? {});
			expect(message).toMatch(/already used with other files/);
		},
	);

	it('uploads once when n8n tries the node again', async () => {
		const input = [itemWith(await fileOf(operation, 12))];
		operation.control.addFault({ endpoint: COMPLETE, kind: 'error', code: 'UNAUTHENTICATED' });
		const before = operation.control.sessions().length;
		const result = await run({}, { input, retryOnFail: true, maxTries: 2 });
		expect(result.status).toBe('success');
		expect(operation.control.sessions().length).toBe(before + 1);
	});

	it('leaves out what the options leave out, and says so', async () => {
		const input = [
			itemWith(await fileOf(operation, 5, 'notes.txt')),
			itemWith(await fileOf(operation, 5, 'invoice.pdf')),
			itemWith(await fileOf(operation, 5, 'logo.png')),
		];
		const options = { unsupportedFiles: 'skip', fileNamePattern: '*.pdf, *.txt' };
		const result = await run({ options }, { input });
		expect(jsonOf(result.items)).toMatchObject([
			{ files: [{ file_name: 'invoice.pdf', item: 1 }], skipped_files: ['notes.txt'] },
		]);
		expect(hintsOf(result)).toEqual([
			expect.stringMatching(/Files skipped.* \(1\): notes\.txt/),
			expect.stringMatching(/Files skipped by .* \(1\): logo\.png/),
		]);
	});

	it('goes on in a new session when the service has given one up', async () => {
		const input = [itemWith(await fileOf(operation, 12))];
		operation.control.addFault({ endpoint: COMPLETE, kind: 'error', code: 'FILE_ABORTED' });
		const result = await run({ options: { uploadSessionId: 'mail-2' } }, { input });
		expect(jsonOf(result.items)).toMatchObject([{ file_ids: ['file-1'] }]);
		const sessionId = String(jsonOf(result.items)[0]?.upload_session_id);
		expect(sessionId).toMatch(/^mail-2\.u2\.[0-9a-f]{12}$/);
		expect(Object.entries(statesOf(operation, sessionId))).toEqual([['file-1', 'completed']]);
	});

	describe('when one of the files fails', () => {
		const withOneFailing = async (code: string, onError?: 'continueRegularOutput') => {
			const input = [
				itemWith(await fileOf(operation, 5)),
				itemWith(await fileOf(operation, 6)),
				itemWith(await fileOf(operation, 7)),
			];
			// One after the other, so that it is known which file is hit.
			operation.control.addFault({ endpoint: COMPLETE, kind: 'error', code, count: 1, details: null });
			return await run({}, { input, onError });
		};

		it('fails with the item and the file', async () => {
			const result = await withOneFailing('OBJECT_SIZE_MISMATCH');
			expect(result.error?.message).toMatch(/^The uploaded bytes differ from the registered.*invoice.*\.pdf/);
		});

		it('holds its session back when it continues on fail, and the next run has it whole', async () => {
			const result = await withOneFailing('OBJECT_SIZE_MISMATCH', 'continueRegularOutput');
			const codes = failuresOf(result.items).map(([code]) => code);
			expect(codes.sort()).toEqual(['OBJECT_SIZE_MISMATCH', 'REQUEST_HELD_BACK', 'REQUEST_HELD_BACK']);
			const input = await Promise.all(
				[5, 6, 7].map(async (bytes) => itemWith(await fileOf(operation, bytes))),
			);
			const again = await run({}, { input, onError: 'continueRegularOutput' });
			expect(again.items.map(({ pairedItem }) => pairedItem)).toEqual([[0, 1, 2].map((item) => ({ item }))]);
			expect(
				operation.control
					.sessions()
					.at(-1)
					?.files.map(({ state }) => state),
			).toEqual(Array(3).fill('completed'));
		});

		it('fails all items of the session for what concerns them all', async () => {
			const input = [itemWith(await fileOf(operation, 5)), itemWith(await fileOf(operation, 6))];
			operation.control.addFault({ endpoint: SESSIONS, kind: 'error', code: 'INSUFFICIENT_CREDITS' });
			const result = await run({}, { input, onError: 'continueRegularOutput' });
			expect(failuresOf(result.items)).toEqual([
				['INSUFFICIENT_CREDITS', 0],
				['INSUFFICIENT_CREDITS', 1],
			]);
		});
	});

	it.each([
		['FILE_TOO_LARGE', /file is too large/, /Split or compress/],
		['TOTAL_UPLOAD_SIZE_LIMIT_EXCEEDED', /exceed the total size limit/, /send fewer files at once/],
		['INSUFFICIENT_CREDITS', /Not enough credits/, /Add credits/],
		['DUPLICATE_FILE_NAME', /same name/, /a different name/],
		['DUPLICATE_FILE_ID', /same file ID/, /a different file ID/],
		['INVALID_INPUT', /refused the request as invalid/, /Correct the parameters/],
	])('Upload Files explains the error %s', async (code, message, nextStep) => {
		operation.control.addFault({ endpoint: SESSIONS, kind: 'error', code });
		const result = await run({}, { input: [itemWith(await fileOf(operation, 5))] });
		expect(result.error?.message).toMatch(message);
		expect(result.error?.description).toMatch(nextStep);
	});

	it('takes any text as the ID of a session, and finds the session again by it', async () => {
		const parameters = { options: { uploadSessionId: '<CAF+1@mail.example.com>' } };
		const input = [itemWith(await fileOf(operation, 5))];
		const first = await run(parameters, { input });
		expect(first.items[0]?.json.upload_session_id).toMatch(/^CAF-1-mail\.example\.com\.t\.[0-9a-f]{24}$/);
		const second = await run(parameters, { input });
		expect(second.items).toEqual(first.items);
	});

	describe('with wrong input', () => {
		it.each<[string, INodeParameters, RegExp]>([
			[
				'an object as ID',
				{ options: { uploadSessionId: '={{ {} }}' } },
				/^Upload Session ID: This is an object instead of a text/,
			],
			['a missing field', { files: 'named', inputDataFieldName: 'scan' }, /no file in the field "scan"/],
			['no file left', { options: { fileNamePattern: '*.png' } }, /No file is left to extract from/],
		])('Upload Files sends nothing for %s', async (_what, parameters, message) => {
			const result = await run(parameters, { input: [itemWith(await fileOf(operation, 5))] });
			expect(result.error?.message).toMatch(message);
			expect(operation.asked()).toEqual([]);
		});

		it('Upload Files sends nothing for an unsupported or empty file, and says everything at once', async () => {
			const input = [itemWith(await fileOf(operation, 5, 'notes.txt')), itemWith(await fileOf(operation, 0))];
			const result = await run({}, { input });
			expect(result.error?.description).toMatch(
				/^• .*notes\.txt is not a PDF, JPG or PNG file\. .*<br>• .* is empty\. /,
			);
			expect(operation.asked()).toEqual([]);
		});

		it('Upload Files sends nothing for an ID that two items share', async () => {
			const input = [itemWith(await fileOf(operation, 5)), itemWith(await fileOf(operation, 6))];
			const parameters = { groupFiles: 'perItem', options: { uploadSessionId: 'same' } };
			const result = await run(parameters, { input });
			expect(result.error?.message).toMatch(/Item 1 has the same ID "same"/);
			expect(operation.asked()).toEqual([]);
		});
	});

	it('sends the good items when it continues on fail', async () => {
		const input = [itemWith(await fileOf(operation, 5, 'notes.txt')), itemWith(await fileOf(operation, 6))];
		const result = await run({}, { input, onError: 'continueRegularOutput' });
		expect(failuresOf(result.items)).toEqual([['INVALID_PARAMETERS', 0]]);
		expect(result.items.at(-1)).toMatchObject({ json: { file_ids: ['file-1'] }, pairedItem: [{ item: 1 }] });
	});

	describe('with files from links', () => {
		let web: LinkServer;
		beforeAll(async () => {
			web = await startLinkServer();
		});
		afterAll(async () => await web.close());
		const PDF = '%PDF-1.7 and more';

		it('fetches and uploads them', async () => {
			const links = [web.on('/a', gives(PDF)), web.on('/b.pdf', gives(`${PDF}!`))];
			const result = await run({ files: 'links', links });
			expect(result.items[0]?.json).toMatchObject({
				files: [
					{ file_name: 'a.pdf', file_size_bytes: PDF.length, item: 0 },
					{ file_name: 'b.pdf', file_size_bytes: PDF.length + 1, item: 0 },
				],
			});
			expect(statesOf(operation, String(result.items[0]?.json.upload_session_id))).toEqual({
				'file-1': 'completed',
				'file-2': 'completed',
			});
		});

		it('leaves out what the name pattern and the minimum size keep out, without a word against it', async () => {
			const links = [
				web.on('/a.pdf', gives(PDF)),
				web.on('/terms.zip', gives('PK zip')),
				web.on('/logo.pdf', gives(PDF)),
			];
			const result = await run({ files: 'links', links, options: { fileNamePattern: 'a*' } });
			expect(result.error).toBeUndefined();
			expect(result.items[0]?.json.file_ids).toEqual(['file-1']);
			const logo = web.on('/a.png', gives(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')));
			const none = await run({ files: 'links', links: logo, options: { minimumFileSize: 1 } });
			expect(none.error?.message).toMatch(/^Links: No file is left .*Minimum File Size: a\.png/);
		});

		it('fetches nothing for an ID that is wrong', async () => {
			web.asked.length = 0;
			const link = web.on('/a.pdf', gives(PDF));
			const result = await run({ files: 'links', links: link, options: { uploadSessionId: '={{ {} }}' } });
			expect(result.error?.message).toMatch(/^Upload Session ID: /);
			expect(web.asked).toEqual([]);
		});
	});

	it('says in plain words that a tool call carries no files', async () => {
		const { response } = await operation.node.engine.runAsTool({
			type: NODE_TYPE,
			parameters: { resource: 'uploadSession', operation: 'uploadFiles', files: 'all' },
			onError: 'continueRegularOutput',
		});
		expect(JSON.stringify(response)).toMatch(
			/needs files, but an AI agent cannot pass files to a tool\. Set Input Files to From Links/,
		);
		expect(operation.asked()).toEqual([]);
	});
});
