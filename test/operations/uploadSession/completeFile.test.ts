import { Client } from '../../support/fixtures/sandboxFixture';
import { startOperation } from '../../support/fixtures/operationFixture';
import { failuresOf } from '../../support/operations/failures';
import { bytesOf, PART_SIZE, statesOf } from '../../support/operations/uploadSession';
import { COMPLETE } from '../../support/endpoints';
import { itemsOf, jsonOf } from '../../support/items';
import { NODE_TYPE } from '../../support/names';

describe('Upload Session: Complete File', () => {
	const operation = startOperation('completeFile', 'uploadSession', { partSize: PART_SIZE });
	const run = operation.run;
	let sessions = 0;

	/** Uploads the parts of new files, and gives one item for each part, as File Part: Upload does. */
	async function uploaded(...sizes: number[]) {
		const client = new Client(operation.node.sandbox.baseUrl, operation.node.sandbox.apiKey);
		const upload_session_id = `session-${++sessions}`;
		const files = sizes.map((size, index) => ({
			file_id: `file-${index + 1}`,
			file_name: `${index + 1}.pdf`,
			file_size_bytes: size,
		}));
		await client.post('/uploads/sessions', { upload_session_id, files });
		const items = [];
		for (const { file_id, file_size_bytes } of files) {
			const parts = await client.putParts(upload_session_id, file_id, bytesOf(file_size_bytes), PART_SIZE);
			for (const part of parts) items.push({ upload_session_id, file_id, ...part, part_count: parts.length });
		}
		operation.control.clearRequests();
		return { id: upload_session_id, items };
	}

	it('puts the parts of all items together by file, one request each, and gives the session', async () => {
		const { id, items } = await uploaded(25, 5);
		const result = await run({}, { input: itemsOf(...[...items].reverse()) });
		expect(result.items).toEqual([
			{
				json: {
					upload_session_id: id,
					file_ids: ['file-2', 'file-1'],
					files: [
						{ file_id: 'file-2', file_name: '2.pdf', part_count: 1 },
						{ file_id: 'file-1', file_name: '1.pdf', part_count: 3 },
					],
				},
				pairedItem: [{ item: 0 }, { item: 1 }, { item: 2 }, { item: 3 }],
			},
		]);
		expect(statesOf(operation, id)).toEqual({ 'file-1': 'completed', 'file-2': 'completed' });
		expect(operation.asked()).toEqual([COMPLETE, COMPLETE]);
	});

	it('gives an item for each session', async () => {
		const [a, b] = [await uploaded(5), await uploaded(15)];
		const result = await run({}, { input: itemsOf(...[...a.items, ...b.items]) });
		expect(result.items.map(({ json, pairedItem }) => [json.upload_session_id, pairedItem])).toEqual([
			[a.id, [{ item: 0 }]],
			[b.id, [{ item: 1 }, { item: 2 }]],
		]);
	});

	it.each([
		['JSON text', (parts: object[]) => JSON.stringify(parts)],
		['an object as the API takes it', (parts: object[]) => JSON.stringify({ parts })],
		['an expression', (parts: object[]) => `={{ ${JSON.stringify(parts)} }}`],
	])('takes the parts as %s', async (_what, jsonOfParts) => {
		const { id, items } = await uploaded(25);
		const parts = items.map(({ part_number, e_tag }) => ({ part_number, e_tag }));
		const result = await run({ uploadSessionId: id, fileId: 'file-1', partsJson: jsonOfParts(parts) });
		expect(result.error).toBeUndefined();
		expect(statesOf(operation, id)).toEqual({ 'file-1': 'completed' });
	});

	it('takes the parts that an item lists, where nothing is entered', async () => {
		const { id, items } = await uploaded(25);
		const input = itemsOf({ upload_session_id: id, file_id: 'file-1', parts: items });
		const result = await run({}, { input });
		expect(jsonOf(result.items)).toMatchObject([{ files: [{ part_count: 3 }] }]);
	});

	it('succeeds again for a completed file', async () => {
		const { items } = await uploaded(5);
		const first = await run({}, { input: itemsOf(...items) });
		const second = await run({}, { input: itemsOf(...items) });
		expect(jsonOf(second.items)).toEqual(jsonOf(first.items));
	});

	it('completes once more when the answer got lost', async () => {
		const { id, items } = await uploaded(5);
		operation.control.addFault({ endpoint: COMPLETE, kind: 'reset_after' });
		const result = await run({}, { input: itemsOf(...items) });
		expect(result.error).toBeUndefined();
		expect(statesOf(operation, id)).toEqual({ 'file-1': 'completed' });
	});

	describe('when the service refuses the parts', () => {
		it('says which check failed, of which file', async () => {
			const { items } = await uploaded(25);
			const [first, second, third] = items;
			const wrong = [first, { ...second, e_tag: '"0"' }, third] as object[];
			const result = await run({}, { input: itemsOf(...wrong) });
			expect(result.error?.message).toBe(
				'Item 1: The parts do not cover the whole file: file id: file-1; reason: e_tag_mismatch; part numbers: 2',
			);
			expect(result.error?.description).toMatch(
				/^Run again to upload the file again\..*\(INVALID_COMPLETION_PARTS\)/s,
			);
		});

		it('says which last parts are missing', async () => {
			const { items } = await uploaded(25);
			const result = await run({}, { input: itemsOf(...items.slice(0, 2)) });
			expect(result.error?.message).toMatch(/: missing_part_numbers; part numbers: 3$/);
			expect(operation.asked()).toEqual([COMPLETE]);
		});
	});

	it('names the file of the only item too', async () => {
		const { id, items } = await uploaded(25);
		const parts = items.slice(0, 2).map(({ part_number, e_tag }) => ({ part_number, e_tag }));
		const refused = await run({
			uploadSessionId: id,
			fileId: 'file-1',
			partsJson: JSON.stringify(parts),
		});
		expect(refused.error?.message).toMatch(
			/^The parts do not cover the whole file: file id: file-1; reason: missing_part_numbers; part numbers: 3$/,
		);
	});

	it.each([
		['FILE_NOT_FOUND', /not registered in the upload session/, /Check the File ID/],
		['FILE_ABORTED', /aborted the upload/, /new session/],
		[
			'UPLOAD_ID_NOT_FOUND',
			/no longer available/,
			/Run again to upload the file in a new session, and use a new ID if you set one/,
		],
		['OBJECT_SIZE_MISMATCH', /differ from the registered file size/, /^Run again to upload the file again/],
		['INVALID_COMPLETION_PARTS', /do not cover the whole file/, /^Run again to upload the file again/],
		['INVALID_INPUT', /refused the request as invalid/, /Correct the parameters/],
	])('Complete File explains the error %s', async (code, message, nextStep) => {
		const { items } = await uploaded(5);
		operation.control.addFault({ endpoint: COMPLETE, kind: 'error', code });
		const result = await run({}, { input: itemsOf(...items) });
		expect(result.error?.message).toMatch(message);
		expect(result.error?.description).toMatch(nextStep);
	});

	it('tries again where the service failed to complete', async () => {
		const { id, items } = await uploaded(5);
		operation.control.addFault({ endpoint: COMPLETE, kind: 'error', code: 'UPLOAD_COMPLETE_FAILED' });
		const result = await run({}, { input: itemsOf(...items) });
		expect(result.error).toBeUndefined();
		expect(operation.asked()).toEqual([COMPLETE, COMPLETE]);
		expect(statesOf(operation, id)).toEqual({ 'file-1': 'completed' });
	});

	describe('with what the service refuses', () => {
		const twoParts = async () => (await uploaded(15)).items as [object, object];
		it.each<[string, (first: object, second: object) => object[], RegExp]>([
			['no ETag', (a, b) => [a, { ...b, e_tag: undefined }], /^Item 1: .*\(parts 2 e_tag: /],
			['no part number', (a) => [a, { ...a, part_number: '2' }], /^Item 1: .*\(parts 2 part_number: /],
			[
				'a part given twice',
				(a, b) => [a, b, b],
				/^Item 1: .*reason: duplicate_part_numbers; part numbers: 2$/,
			],
			['a gap', (a) => [a], /reason: missing_part_numbers; part numbers: 2$/],
			[
				'an ETag without its quotes',
				(a, b) => [a, { ...b, e_tag: 'x' }],
				/^Item 1: .*reason: e_tag_mismatch; part numbers: 2$/,
			],
		])('Complete File names the file and the field of %s', async (_what, given, message) => {
			const result = await run({}, { input: itemsOf(...given(...(await twoParts()))) });
			expect(result.error?.message).toMatch(message);
			expect(operation.asked()).toEqual([COMPLETE]);
		});

		it('Complete File sends an empty list too', async () => {
			const { id } = await uploaded(5);
			const result = await run({ uploadSessionId: id, fileId: 'file-1', partsJson: '[]' });
			expect(result.error?.message).toMatch(/reason: missing_part_numbers; part numbers: 1$/);
		});
	});

	describe('with wrong input', () => {
		const part = (more = {}) => ({
			upload_session_id: 's',
			file_id: 'f',
			part_number: 1,
			e_tag: '"a"',
			...more,
		});
		it.each([
			['a dot', { upload_session_id: '.' }, /^Item 2, Upload Session ID: "\." would lead to another URL/],
			['two dots', { upload_session_id: '..' }, /^Item 2, Upload Session ID: "\.\." would lead/],
			['no session', { upload_session_id: '' }, /^Item 2, Upload Session ID: It is empty$/],
			['a bad file ID', { file_id: 'a b' }, /^Item 2, File ID: "a b" may only contain/],
		])('Complete File sends nothing for %s', async (_what, more, message) => {
			const result = await run({}, { input: itemsOf(part(), part(more)) });
			expect(result.error?.message).toMatch(message);
			expect(operation.asked()).toEqual([]);
		});

		it.each([
			['broken JSON', '=[{', /^Parts \(JSON\): The text is not valid JSON: /],
			['a list of texts', '["a"]', /^Parts \(JSON\): Entry 1 is not an object\. Enter a list of objects$/],
		])('Complete File sends nothing for %s', async (_what, partsJson, message) => {
			const result = await run({ uploadSessionId: 's', fileId: 'f', partsJson });
			expect(result.error?.message).toMatch(message);
			expect(operation.asked()).toEqual([]);
		});
	});

	it('blames the items of the failed file and completes the others when it continues on fail', async () => {
		const { id, items } = await uploaded(15, 5, 25);
		const [a1, a2, b1, c1, , c3] = items;
		const given = [a1, { ...a2, e_tag: '"0"' }, b1, c1, c3, { upload_session_id: '..' }] as object[];
		const result = await run({}, { input: itemsOf(...given), onError: 'continueErrorOutput' });
		expect(result.items.map(({ json, pairedItem }) => [json.file_ids, pairedItem])).toEqual([
			[['file-2'], [{ item: 2 }]],
		]);
		expect(failuresOf(result.secondOutput).sort((x, y) => Number(x[1]) - Number(y[1]))).toEqual([
			['INVALID_COMPLETION_PARTS', 0],
			['INVALID_COMPLETION_PARTS', 1],
			['INVALID_COMPLETION_PARTS', 3],
			['INVALID_COMPLETION_PARTS', 4],
			['INVALID_PARAMETERS', 5],
		]);
		expect(statesOf(operation, id)).toEqual({
			'file-1': 'registered',
			'file-2': 'completed',
			'file-3': 'registered',
		});
	});

	it('names each item of a file that fails for another reason than a part, when it continues on fail', async () => {
		const { items } = await uploaded(15);
		operation.control.addFault({ endpoint: COMPLETE, kind: 'error', code: 'FILE_ABORTED' });
		const input = [...itemsOf(...items), { json: { upload_session_id: '..' } }];
		const result = await run({}, { input, onError: 'continueErrorOutput' });
		const told = result.secondOutput.map(({ json }) => String(json.message).split(/[:,]/)[0]);
		expect(told.sort()).toEqual([
			'2 problems with the input. Nothing was sent for this item.',
			'Item 1',
			'Item 2',
		]);
	});

	it('works as the tool of an AI agent', async () => {
		const { id, items } = await uploaded(5);
		const parts = items.map(({ part_number, e_tag }) => ({ part_number, e_tag }));
		const { response } = await operation.node.engine.runAsTool({
			type: NODE_TYPE,
			parameters: {
				resource: 'uploadSession',
				operation: 'completeFile',
				uploadSessionId: id,
				fileId: 'file-1',
				partsJson: "={{ $fromAI('parts', 'The parts', 'json') }}",
			},
			args: { parts },
		});
		expect(JSON.stringify(response)).toContain('file-1');
	});
});
