import { createHash } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import { Client } from '../../support/fixtures/sandboxFixture';
import { startOperation } from '../../support/fixtures/operationFixture';
import { failuresOf } from '../../support/operations/failures';
import { bytesOf, fileOf, PART_SIZE, statesOf } from '../../support/operations/uploadSession';
import { PARTS } from '../../support/endpoints';
import { itemsOf, itemWith, jsonOf } from '../../support/items';
import { NODE_TYPE } from '../../support/names';

const PUT = 'PUT part';

const eTagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;

describe('File Part: Upload', () => {
	const operation = startOperation('upload', 'filePart', { partSize: PART_SIZE });
	const run = operation.run;
	let client: Client;
	let sessions = 0;

	beforeAll(() => {
		client = new Client(operation.node.sandbox.baseUrl, operation.node.sandbox.apiKey);
	});

	/** A session with one file of 25 bytes, which is three parts. */
	async function registered(): Promise<{ uploadSessionId: string; fileId: string }> {
		const uploadSessionId = `session-${++sessions}`;
		const files = [{ file_id: 'file-1', file_name: 'a.pdf', file_size_bytes: 25 }];
		await client.post('/uploads/sessions', { upload_session_id: uploadSessionId, files });
		operation.control.clearRequests();
		return { uploadSessionId, fileId: 'file-1' };
	}

	it.each([
		[1, 0, 10, false],
		[2, 10, 20, false],
		[3, 20, 25, true],
	])('sends just the bytes of part %s', async (partNumber, from, to, isLast) => {
		const place = await registered();
		const result = await run(
			{ ...place, partNumber: String(partNumber) },
			{ input: [itemWith(await fileOf(operation, 25))] },
		);
		expect(result.items).toEqual([
			{
				json: {
					upload_session_id: place.uploadSessionId,
					file_id: 'file-1',
					part_number: partNumber,
					e_tag: eTagOf(bytesOf(25).subarray(from, to)),
					bytes: to - from,
					part_size: PART_SIZE,
					part_count: 3,
					is_last: isLast,
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(operation.asked()).toEqual([PARTS, PUT]);
		expect(operation.control.requests()[1]).toMatchObject({
			bytes: to - from,
			headers: { hasAuthorization: false },
		});
	});

	it('reads a file that the workflow keeps in json', async () => {
		const place = await registered();
		const input = itemsOf({ scan: await fileOf(operation, 25) });
		const parameters = { ...place, partNumber: '2', inputDataFieldName: 'scan' };
		const result = await run(parameters, { input, settings: { binaryMode: 'combined' } });
		expect(jsonOf(result.items)).toMatchObject([
			{ part_number: 2, e_tag: eTagOf(bytesOf(25).subarray(10, 20)) },
		]);
	});

	it('asks for a fresh address when the first one has expired', async () => {
		const place = await registered();
		operation.control.addFault({ endpoint: PUT, kind: 'expired_url' });
		const result = await run(place, { input: [itemWith(await fileOf(operation, 25))] });
		expect(jsonOf(result.items)).toMatchObject([{ part_number: 1, e_tag: eTagOf(bytesOf(10)) }]);
		expect(operation.asked()).toEqual([PARTS, PUT, PARTS, PUT]);
	});

	it('gives up when a fresh address has expired as well, without showing it', async () => {
		const place = await registered();
		operation.control.addFault({ endpoint: PUT, kind: 'expired_url', count: 2 });
		const result = await run(place, { input: [itemWith(await fileOf(operation, 25))] });
		expect(result.error?.message).toMatch(/URL for the transfer/);
		expect(result.error?.description).toMatch(/Run again/);
		expect(JSON.stringify(result.error)).not.toMatch(/storage\/uploads|\?[a-z]+=/i);
	});

	it.each(['reset', 'reset_after'] as const)('sends again after a connection was cut (%s)', async (kind) => {
		const place = await registered();
		operation.control.addFault({ endpoint: PUT, kind });
		const result = await run(place, { input: [itemWith(await fileOf(operation, 25))] });
		expect(jsonOf(result.items)).toMatchObject([{ e_tag: eTagOf(bytesOf(10)) }]);
	});

	it('says that the file has no such part, and sends no byte', async () => {
		const place = await registered();
		const result = await run(
			{ ...place, partNumber: '4' },
			{ input: [itemWith(await fileOf(operation, 25))] },
		);
		expect(result.error?.message).toBe(
			'Part Number: There is no part 4: "invoice.pdf" has 25 bytes, a part has 10, and the last one is 3',
		);
		expect(operation.asked()).toEqual([PARTS]);
	});

	it.each([
		['FILE_NOT_FOUND', /not registered in the upload session/, /Check the File ID/],
		['FILE_NOT_UPLOADABLE', /already completed or aborted/, /^Run again to upload the file in a new session/],
		['INVALID_INPUT', /refused the request as invalid/, /Correct the parameters/],
	])('File Part: Upload explains the error %s', async (code, message, nextStep) => {
		const place = await registered();
		operation.control.addFault({ endpoint: PARTS, kind: 'error', code });
		const result = await run(place, { input: [itemWith(await fileOf(operation, 25))] });
		expect(result.error?.message).toMatch(message);
		expect(result.error?.description).toMatch(nextStep);
	});

	describe('with wrong input', () => {
		const place = { uploadSessionId: 'march', fileId: 'file-1' };
		it.each<[string, INodeParameters, RegExp]>([
			['part 0', { partNumber: '0' }, /^Part Number: "0" is not a whole number of at least 1$/],
			['several parts', { partNumber: '1-2' }, /^Part Number: "1-2" is not a whole number/],
			['no part', { partNumber: '={{ "" }}' }, /^Part Number: "" is not a whole number/],
			[
				'a missing field',
				{ inputDataFieldName: 'scan' },
				/^Input Data Field Name: There is no file in the field "scan"/,
			],
			[
				'no field',
				{ inputDataFieldName: '={{ "" }}' },
				/^Input Data Field Name: There is no file in the field ""/,
			],
			['a dot as session', { uploadSessionId: '.' }, /^Upload Session ID: "\." would lead to another URL/],
			['two dots as session', { uploadSessionId: '..' }, /^Upload Session ID: "\.\." would lead/],
			['two dots as file', { fileId: '..' }, /^File ID: "\.\." would lead/],
		])('File Part: Upload sends nothing for %s', async (_what, parameters, message) => {
			const result = await run(
				{ ...place, ...parameters },
				{ input: [itemWith(await fileOf(operation, 25))] },
			);
			expect(result.error?.message).toMatch(message);
			expect(operation.asked()).toEqual([]);
		});
	});

	it('File Part: Upload has no part of an empty file', async () => {
		const result = await run(await registered(), { input: [itemWith(await fileOf(operation, 0))] });
		expect(result.error?.message).toMatch(/^Part Number: There is no part 1: "invoice\.pdf" has 0 bytes/);
		expect(operation.asked()).toEqual([PARTS]);
	});

	it('blames the right item when it continues on fail', async () => {
		const place = await registered();
		const file = await fileOf(operation, 25);
		const part = (part_number: number) => ({ ...itemWith(file), json: { part_number } });
		const input = [part(9), { json: {} }, part(3)];
		const result = await run(place, { input, onError: 'continueErrorOutput' });
		expect(result.items.map(({ json, pairedItem }) => [json.part_number, pairedItem])).toEqual([
			[3, { item: 2 }],
		]);
		expect(failuresOf(result.secondOutput)).toEqual([
			['INVALID_PARAMETERS', 0],
			['INVALID_PARAMETERS', 1],
		]);
		expect(statesOf(operation, place.uploadSessionId)).toEqual({ 'file-1': 'registered' });
	});

	it('says what is missing in the call of a tool, which carries no files', async () => {
		const { response } = await operation.node.engine.runAsTool({
			type: NODE_TYPE,
			parameters: {
				resource: 'filePart',
				operation: 'upload',
				uploadSessionId: 'a',
				fileId: 'b',
				partNumber: '1',
			},
			onError: 'continueRegularOutput',
		});
		expect(JSON.stringify(response)).toMatch(/There is no file in the field .*data/);
		expect(operation.asked()).toEqual([]);
	});
});
