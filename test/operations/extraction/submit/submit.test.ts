import type { INodeParameters } from 'n8n-workflow';
import { Client } from '../../../support/fixtures/sandboxFixture';
import { startOperation } from '../../../support/fixtures/operationFixture';
import { DETAILS, SUBMIT } from '../../../support/endpoints';
import { jsonOf } from '../../../support/items';

describe('Extraction: Submit', () => {
	// These files are no documents: once it fails, an extraction of a few seconds ago is submitted anew under its ID.
	const operation = startOperation('submit', 'extraction', { processingMs: 3_600_000 });
	let session: { upload_session_id: string; file_ids: string[] };

	beforeAll(async () => {
		const client = new Client(operation.node.sandbox.baseUrl, operation.node.sandbox.apiKey);
		const file_ids = await client.upload('march', { 'a.pdf': Buffer.from('a'), 'b.pdf': Buffer.from('b') });
		session = { upload_session_id: 'march', file_ids };
	});

	const PROMPT = 'Invoice number and total';
	const submit = async (
		parameters: INodeParameters = {},
		settings: Parameters<typeof operation.run>[1] = {},
	) => await operation.run({ prompt: PROMPT, ...parameters }, { input: [{ json: session }], ...settings });
	const submitted = () => operation.control.extractions().at(-1);

	it('submits what Upload Files hands on, and gets the ID without waiting', async () => {
		const files = [
			{ file_id: 'file-1', file_name: 'a.pdf' },
			{ file_id: 'file-2', file_name: 'b.pdf' },
		];
		const run = await submit({}, { input: [{ json: { ...session, files } }] });
		expect(run.items).toEqual([
			{
				json: {
					extraction_id: submitted()?.extraction_id,
					submission_id: submitted()?.submission_id,
					submission_state: 'received',
					submitted_at: expect.stringMatching(/^\d{4}-.+Z$/),
					status: 'processing',
					differences: [],
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(submitted()).toMatchObject({
			upload_session_id: 'march',
			file_ids: ['file-1', 'file-2'],
			task_name: 'a.pdf and 1 more',
			prompt: PROMPT,
			output_structure: 'automatic',
			options: { json_typed_values: true, ask_questions: false },
		});
		// The ID is made of the files and the prompt, so an earlier run may have used it.
		expect(operation.asked()).toEqual([SUBMIT, DETAILS]);
	});

	it('says how to find an extraction that it may have made, where the answer cannot be read', async () => {
		operation.control.addFault({
			endpoint: SUBMIT,
			kind: 'altered',
			count: Infinity,
			alter: () => ({ success: true }),
		});
		const run = await submit();
		const { submission_id } = submitted()!;
		expect(run.error?.context).toMatchObject({ code: 'UNREADABLE_RESPONSE', submission_id });
		expect(run.error?.description).toMatch(
			new RegExp(`may have accepted the submission.*Get Many.*${submission_id}`),
		);
	});

	it.each([
		['commas', 'file-2, file-1'],
		['a JSON array', '["file-2","file-1"]'],
		['an expression with a list', '={{ ["file-2", "file-1"] }}'],
		['an expression with items', '={{ [{ file_id: "file-2" }, { file_id: "file-1" }] }}'],
	])('takes file IDs as %s', async (_what, fileIds) => {
		const prompt = `Total, from ${_what}`;
		const run = await submit({ prompt, fileIds, uploadSessionId: 'march' }, { input: [{ json: {} }] });
		expect(run.error).toBeUndefined();
		expect(submitted()).toMatchObject({ file_ids: ['file-2', 'file-1'], task_name: 'file-2 and 1 more' });
	});

	it('sends every option of the contract', async () => {
		await submit({
			outputStructure: 'per_line_item',
			options: {
				affectedFieldFillColor: 'red',
				askQuestions: true,
				excludeColumns: ['review_needed'],
				outputLanguage: 'de',
				reviewNeededFillColor: 'none',
				sendCompletionEmail: true,
				submissionId: 'mail-17',
				taskName: 'Invoices of March',
				typedValues: false,
			},
		});
		expect(submitted()).toMatchObject({
			submission_id: 'mail-17',
			task_name: 'Invoices of March',
			output_structure: 'per_line_item',
			options: {
				affected_field_fill_color: 'red',
				ask_questions: true,
				exclude_columns: ['review_needed'],
				output_language: 'de',
				review_needed_fill_color: 'none',
				send_completion_email: true,
				json_typed_values: false,
			},
		});
	});

	it.each([
		[
			'fields',
			{
				promptType: 'fields',
				fieldsToExtract: 'Total: The gross total\nDate',
				generalInstructions: 'Ignore delivery notes',
			},
		],
		[
			'JSON',
			{
				promptType: 'json',
				promptJson:
					'{"fields":[{"name":"Total","prompt":"The gross total"},{"name":"Date"}],"general_prompt":"Ignore delivery notes"}',
			},
		],
	])('takes the prompt as %s', async (_form, parameters) => {
		await submit(parameters);
		expect(submitted()?.prompt).toEqual({
			fields: [{ name: 'Total', prompt: 'The gross total' }, { name: 'Date' }],
			general_prompt: 'Ignore delivery notes',
		});
	});

	it.each([
		['JSON example', { promptType: 'json', promptJson: '{"Total": 1.5, "Date": "2026-03-04"}' }],
		[
			'JSON Schema',
			{
				promptType: 'json',
				promptJson:
					'={{ ({ properties: { Total: { type: "number" }, Date: { type: "string", format: "date" } } }) }}',
			},
		],
	])('takes the fields of a %s, with the general instructions', async (_type, parameters) => {
		await submit({ ...parameters, generalInstructions: 'Ignore delivery notes' });
		expect(submitted()?.prompt).toEqual({
			fields: [
				{ name: 'Total', prompt: 'A number' },
				{ name: 'Date', prompt: 'A date in the form YYYY-MM-DD' },
			],
			general_prompt: 'Ignore delivery notes',
		});
	});

	it.each([
		[{ promptJson: '{"Total": 1,}' }, /^JSON: The text is not valid JSON: .+ in JSON at position 12/],
		[
			{ promptJson: '{"lines": [{"Product": "Pen"}]}', outputStructure: 'per_invoice' },
			/^JSON: "lines" is a list of line items, but a row is an invoice\. Set One Row Per to Line Item/,
		],
	])('refuses the example %j', async (parameters, message) => {
		const run = await submit({ promptType: 'json', ...parameters });
		expect(run.error?.message).toMatch(message);
		expect(run.error?.message).toMatch(/$/);
		expect(operation.asked()).toEqual([]);
	});

	describe('submits once', () => {
		const count = () => operation.control.extractions().length;

		it('when the answer got lost', async () => {
			const before = count();
			operation.control.addFault({ endpoint: SUBMIT, kind: 'reset_after' });
			const run = await submit({ prompt: 'Lost answer' });
			expect(jsonOf(run.items)).toMatchObject([{ extraction_id: submitted()?.extraction_id }]);
			expect(count()).toBe(before + 1);
		});

		it('when n8n tries the node again', async () => {
			const before = count();
			operation.control.addFault({ endpoint: SUBMIT, kind: 'reset_after' });
			operation.control.addFault({ endpoint: SUBMIT, kind: 'error', code: 'UNAUTHENTICATED' });
			const run = await submit({ prompt: 'Try again' }, { retryOnFail: true, maxTries: 2 });
			expect(run.status).toBe('success');
			expect(operation.asked()).toEqual([SUBMIT, SUBMIT, SUBMIT, DETAILS]);
			expect(count()).toBe(before + 1);
		});

		it('when the user gives the same ID in another execution', async () => {
			const parameters = { options: { submissionId: 'mail-18' } };
			const first = await submit(parameters);
			const second = await submit(parameters);
			const { extraction_id, submission_id } = jsonOf(first.items)[0]!;
			expect(jsonOf(second.items)).toMatchObject([{ extraction_id, submission_id, differences: [] }]);
		});

		it('when prompt and Task Name hold the time of day, and n8n tries the node again', async () => {
			const before = count();
			// Carried out, but answered so that only another try of n8n goes on.
			operation.control.addFault({ endpoint: SUBMIT, kind: 'reset_after' });
			operation.control.addFault({ endpoint: SUBMIT, kind: 'error', code: 'UNAUTHENTICATED' });
			const run = await submit(
				{
					prompt: '={{ "Total. Today is " + $now.toISO() }}',
					options: { taskName: '={{ "At " + $now.toMillis() }}' },
				},
				{ retryOnFail: true, maxTries: 2, waitBetweenTries: 5 },
			);
			expect(run.status).toBe('success');
			expect(count()).toBe(before + 1);
		});

		it('when the same files with the same prompt come again, in another item or execution', async () => {
			const before = count();
			const input = [{ json: session }, { json: session }];
			const prompt = 'Number and date';
			const runs = [await submit({ prompt }, { input }), await submit({ prompt }, { input })];
			const ids = runs.flatMap(({ items }) => jsonOf(items).map((json) => json.extraction_id));
			expect(ids).toHaveLength(4);
			expect(new Set(ids).size).toBe(1);
			expect(count()).toBe(before + 1);
			expect(runs[0]?.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		});

		it('but again for another prompt', async () => {
			const before = count();
			for (const prompt of ['Number and supplier', 'Number and total']) await submit({ prompt });
			expect(count()).toBe(before + 2);
		});
	});

	describe('refuses, before anything is sent,', () => {
		it.each([
			['a missing session', { uploadSessionId: '={{ "" }}' }, /^Upload Session ID: It is empty/],
			['two dots', { uploadSessionId: '..' }, /^Upload Session ID: "\.\." would lead to another URL/],
			['no file', { fileIds: '={{ [] }}' }, /^File IDs: No file entered/],
			['a bad file ID', { fileIds: 'file-1, fi le' }, /^File IDs: ID 2 \("fi le"\) may only contain/],
			['an entry without ID', { fileIds: '={{ [{ name: "a" }] }}' }, /^File IDs: ID 1 \(""\) is empty/],
			['an empty prompt', { prompt: '={{ "" }}' }, /^Prompt: The prompt is empty/],
			['a long prompt', { prompt: `={{ "x".repeat(2501) }}` }, /^Prompt: .*At most 2500/],
			[
				'an object as submission ID',
				{ options: { submissionId: '={{ ({}) }}' } },
				/^Submission ID: This is an object/,
			],
			['an unknown structure', { outputStructure: '={{ "per_page" }}' }, /^One Row Per: .*per_page/],
			['an unknown language', { options: { outputLanguage: '={{ "xx" }}' } }, /^Output Language: .*xx/],
		])('%s', async (_what, parameters, message) => {
			const run = await submit(parameters);
			expect(run.error?.message).toMatch(message);
			expect(operation.asked()).toEqual([]);
		});

		it('everything that is wrong at once', async () => {
			const run = await submit({ fileIds: '..', options: { submissionId: '={{ [] }}' } });
			expect(run.error?.message).toMatch(/^2 problems with the input\. Nothing was sent/);
			expect(run.error?.description).toMatch(/^• File IDs: .*<br>• Submission ID: /);
			expect(operation.asked()).toEqual([]);
		});
	});

	it.each([
		[
			'a file that is not completed',
			'file-1, file-9',
			/\(file_ids 2: is not a file of this upload session\)$/,
		],
		['a file named twice', 'file-1,file-2,file-1', /\(file_ids 3: must not be repeated\)$/],
		[
			'too many files',
			'={{ Array.from({ length: 6001 }, (_, i) => "f" + i) }}',
			/\(file_ids: must name 1 to 6000 files\)$/,
		],
	])('says that the service refuses %s, and nothing has changed', async (_what, fileIds, message) => {
		const before = operation.control.extractions().length;
		const run = await submit({ fileIds });
		expect(run.error?.message).toMatch(/^The service refused the request as invalid/);
		expect(run.error?.message).toMatch(message);
		expect(operation.control.extractions()).toHaveLength(before);
	});

	it('waits while submissions are paused for a deploy', async () => {
		operation.control.addFault({ endpoint: SUBMIT, kind: 'error', code: 'SUBMISSIONS_PAUSED' });
		const run = await submit();
		expect(jsonOf(run.items)).toMatchObject([{ submission_state: 'received' }]);
		expect(operation.asked()).toEqual([SUBMIT, SUBMIT, DETAILS]);
	});

	it.each([
		['UNAUTHENTICATED', /key is missing or wrong/],
		['API_KEY_EXPIRED', /key has expired/],
		['API_KEY_REVOKED', /key was revoked/],
	])('names the trouble with the key for %s', async (code, message) => {
		operation.control.addFault({ endpoint: SUBMIT, kind: 'error', code });
		expect((await submit()).error?.message).toMatch(message);
	});
});

// A service of its own: the tests above use up most of the submissions of a minute.
describe('Extraction: Submit, of several items', () => {
	const operation = startOperation('submit');

	it('submits the others when it continues on fail', async () => {
		const client = new Client(operation.node.sandbox.baseUrl, operation.node.sandbox.apiKey);
		const file_ids = await client.upload('march', { 'a.pdf': Buffer.from('a') });
		const run = await operation.run(
			{ prompt: 'Invoice number and total' },
			{
				input: [{ json: {} }, { json: { upload_session_id: 'march', file_ids } }],
				onError: 'continueErrorOutput',
			},
		);
		expect(run.items).toMatchObject([{ json: { submission_state: 'received' }, pairedItem: { item: 1 } }]);
		expect(run.secondOutput).toMatchObject([
			{ json: { error: { code: 'INVALID_PARAMETERS', message: expect.stringMatching(/2 problems/) } } },
		]);
	});

	it('submits none if anything is wrong with one of them', async () => {
		const client = new Client(operation.node.sandbox.baseUrl, operation.node.sandbox.apiKey);
		const file_ids = await client.upload('april', { 'a.pdf': Buffer.from('a') });
		const before = operation.control.extractions().length;
		const run = await operation.run(
			{ prompt: "={{ $itemIndex === 1 ? '' : 'Total' }}" },
			{ input: [0, 1].map(() => ({ json: { upload_session_id: 'april', file_ids } })) },
		);
		expect(run.error?.message).toMatch(/^Item 2, Prompt: .*is empty/);
		expect(operation.control.extractions()).toHaveLength(before);
	});

	it('names what it has submitted where the service refuses a later one', async () => {
		const client = new Client(operation.node.sandbox.baseUrl, operation.node.sandbox.apiKey);
		const file_ids = await client.upload('may', { 'a.pdf': Buffer.from('a') });
		const run = await operation.run(
			{ prompt: 'Total' },
			{
				input: [
					{ json: { upload_session_id: 'may', file_ids } },
					{ json: { upload_session_id: 'may', file_ids: ['file-9'] } },
				],
			},
		);
		const made = operation.control.extractions().at(-1)!.extraction_id;
		expect(run.error?.description).toContain(
			`Other extractions of this run are charged (1): ${made}. Get Rows with these IDs collects their rows at no cost.`,
		);
	});
});
