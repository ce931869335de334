import type { INodeParameters } from 'n8n-workflow';
import { Client } from '../../support/fixtures/sandboxFixture';
import { startOperation } from '../../support/fixtures/operationFixture';
import { failuresOf } from '../../support/operations/failures';
import { fileOf, PART_SIZE } from '../../support/operations/uploadSession';
import { PARTS } from '../../support/endpoints';
import { itemWith, jsonOf } from '../../support/items';
import { NODE_TYPE } from '../../support/names';

describe('File Part: Get Upload URLs', () => {
	const operation = startOperation('getUploadUrls', 'filePart', { partSize: PART_SIZE });
	const run = operation.run;

	beforeAll(async () => {
		const client = new Client(operation.node.sandbox.baseUrl, operation.node.sandbox.apiKey);
		await client.post('/uploads/sessions', {
			upload_session_id: 'march',
			files: [
				{ file_id: 'long', file_name: 'a.pdf', file_size_bytes: 25 },
				{ file_id: 'short', file_name: 'b.pdf', file_size_bytes: 5 },
			],
		});
	});

	const LONG = { upload_session_id: 'march', file_id: 'long' };
	const ofLong: INodeParameters = { uploadSessionId: 'march', fileId: 'long' };
	const numbersOf = (items: Array<{ json: object }>) =>
		items.map(({ json }) => (json as { part_number: number }).part_number);

	it('gives an item for every part, and hands the file on', async () => {
		const file = await fileOf(operation, 25);
		const earliest = Date.now() + 15 * 60_000;
		const result = await run({}, { input: [{ ...itemWith(file), json: { ...LONG, part_count: 3 } }] });
		expect(jsonOf(result.items)).toEqual(
			[1, 2, 3].map((part_number) => ({
				...LONG,
				part_number,
				part_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/storage\/uploads\//),
				part_size: PART_SIZE,
				expires_at: expect.any(String),
			})),
		);
		const expiresAt = Date.parse(String(result.items[0]?.json.expires_at));
		expect(expiresAt).toBeGreaterThanOrEqual(earliest);
		expect(expiresAt).toBeLessThanOrEqual(Date.now() + 15 * 60_000);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(Array(3).fill({ item: 0 }));
		expect(result.items.map(({ binary }) => binary?.data?.id)).toEqual(Array(3).fill(file.id));
		expect(operation.asked()).toEqual([PARTS]);
	});

	it.each<[string, string, number[]]>([
		['numbers and ranges', '1-3, 5', [1, 2, 3, 5]],
		['one number', '7', [7]],
		['a range with spaces', '2 - 4', [2, 3, 4]],
		['a JSON array', '[3, 1]', [3, 1]],
		['a JSON array with ranges', '["1-2", 9]', [1, 2, 9]],
		['an expression with a list', '={{ [10000, 1] }}', [10_000, 1]],
		['an expression with a number', '={{ 4 }}', [4]],
		['an expression with texts', '={{ ["4", "6-7"] }}', [4, 6, 7]],
	])('takes the part numbers as %s', async (_what, partNumbers, expected) => {
		const result = await run({ ...ofLong, partNumbers });
		expect(numbersOf(result.items)).toEqual(expected);
	});

	it('takes the first part where nothing says how many there are', async () => {
		const result = await run(ofLong);
		expect(numbersOf(result.items)).toEqual([1]);
	});

	it('takes as many as the service does', async () => {
		const result = await run({ ...ofLong, partNumbers: '9001-10000' });
		expect(result.items).toHaveLength(1000);
	});

	it.each<[string, string, RegExp]>([
		['part 0', '0', /\(part_numbers 1: /],
		['part 10001', '9999-10001', /\(part_numbers 3: /],
		['more than 1000', '1-1001', /\(part_numbers: .*at most 1000/],
		['a huge range', '1-999999999999', /\(part_numbers: .*at most 1000/],
		['no number', '={{ "" }}', /\(part_numbers: .*at least 1/],
		['an empty list', '[]', /\(part_numbers: .*at least 1/],
	])('says what the service refuses: %s', async (_what, partNumbers, message) => {
		const result = await run({ ...ofLong, partNumbers });
		expect(result.error?.message).toMatch(/^The service refused the request as invalid: /);
		expect(result.error?.message).toMatch(message);
		expect(operation.asked()).toEqual([PARTS]);
	});

	describe('with wrong input', () => {
		it.each<[string, INodeParameters, RegExp]>([
			['a dot as session', { uploadSessionId: '.' }, /^Upload Session ID: "\." would lead to another URL/],
			['two dots as session', { uploadSessionId: '..' }, /^Upload Session ID: "\.\." would lead/],
			['a path as session', { uploadSessionId: 'a/../b' }, /^Upload Session ID: .*may only contain/],
			['a long session', { uploadSessionId: '={{ "x".repeat(201) }}' }, /has 201 characters. At most 200/],
			[
				'a range backwards',
				{ partNumbers: '5, 3-1' },
				/^Part Numbers: "3-1" is not a part number, or a range such as 1-3$/,
			],
			['a fraction', { partNumbers: '1.5' }, /^Part Numbers: "1\.5" is not a part number/],
			['a negative number', { partNumbers: '-1' }, /^Part Numbers: "-1" is not a part number/],
			['text', { partNumbers: '1, all' }, /^Part Numbers: "all" is not a part number/],
			[
				'objects',
				{ partNumbers: '={{ [{ a: 1 }] }}' },
				/^Part Numbers: "object Object" is not a part number/,
			],
			['no file', { fileId: '={{ $json.nothing }}' }, /^File ID: It is empty/],
		])('Get Upload URLs sends nothing for %s', async (_what, parameters, message) => {
			const result = await run({ ...ofLong, ...parameters });
			expect(result.error?.message).toMatch(message);
			expect(operation.asked()).toEqual([]);
		});
	});

	it('says that the file is not of the session', async () => {
		const result = await run({ ...ofLong, fileId: 'other' });
		expect(result.error?.message).toMatch(/^The file is not registered in the upload session/);
		expect(result.error?.description).toMatch(/Check the File ID.*\(FILE_NOT_FOUND\)/);
	});

	it('says that a completed or aborted file takes no more parts', async () => {
		operation.control.abortFile({ upload_session_id: 'march', file_id: 'short' });
		const result = await run({ uploadSessionId: 'march', fileId: 'short' });
		expect(result.error?.message).toMatch(/already completed or aborted/);
		expect(result.error?.description).toMatch(
			/^Run again to upload the file in a new session.*\(FILE_NOT_UPLOADABLE\)/s,
		);
	});

	it('explains what the service refuses, without the addresses', async () => {
		operation.control.addFault({ endpoint: PARTS, kind: 'error', code: 'INVALID_INPUT' });
		const result = await run(ofLong);
		expect(result.error?.message).toMatch(/refused the request as invalid/);
		expect(JSON.stringify(result.error)).not.toMatch(/storage\/uploads|signature/i);
	});

	it('blames the right item when it continues on fail', async () => {
		const input = [
			{ json: { ...LONG, n: '1' } },
			{ json: { ...LONG, n: '0' } },
			{ json: { ...LONG, file_id: 'x', n: '1' } },
		];
		const result = await run({ partNumbers: '={{ $json.n }}' }, { input, onError: 'continueErrorOutput' });
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }]);
		expect(failuresOf(result.secondOutput)).toEqual([
			['INVALID_INPUT', 1],
			['FILE_NOT_FOUND', 2],
		]);
	});

	it('works as the tool of an AI agent', async () => {
		const { response } = await operation.node.engine.runAsTool({
			type: NODE_TYPE,
			parameters: {
				resource: 'filePart',
				operation: 'getUploadUrls',
				...ofLong,
				partNumbers: "={{ $fromAI('part_numbers', '', 'string') }}",
			},
			args: { part_numbers: '1,2' },
		});
		expect(JSON.stringify(response)).toMatch(/part_number\D+2/);
	});
});
