import { refusal } from '../support/http/answers';
import {
	API,
	EXTRACTION_ID,
	FILE_ID,
	MAIN_JOB,
	partAddresses,
	partUrl,
	rows,
	SIGNATURE,
	status,
	STORAGE,
	stored,
	WELL,
} from '../support/http/service';
import { HttpFixture, type Sent } from '../support/fixtures/HttpFixture';

let http: HttpFixture;
beforeEach(async () => {
	http = await HttpFixture.open();
});
afterEach(async () => await http.close());

/** A request without the headers that n8n's HTTP client adds by itself. */
function essence({ method, url, headers, body }: Sent) {
	const { 'user-agent': _agent, 'accept-encoding': _encoding, connection: _connection, ...own } = headers;
	return { request: `${method} ${url}`, headers: own, body };
}

const apiHeaders = (body: string) => ({
	accept: 'application/json',
	authorization: `Bearer ${http.apiKey}`,
	host: 'api.example.com',
	'x-sdk-name': 'n8n-document-data-extraction',
	'x-sdk-version': expect.stringMatching(/^\d+\.\d+\.\d+$/),
	...(body ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) } : {}),
});

const post = (path: string, body: string) => ({
	request: `POST ${API}/v1${path}`,
	headers: apiHeaders(body),
	body,
});

const get = (path: string) => ({ request: `GET ${API}/v1${path}`, headers: apiHeaders(''), body: '' });

const put = (partNumber: number, hex: string) => ({
	request: `PUT ${partUrl(partNumber)}`,
	headers: {
		accept: expect.any(String),
		host: 'storage.example.com',
		'content-length': String(hex.length / 2),
	},
	body: hex,
});

describe('what Extract Documents sends', () => {
	it('is, for a file of two parts, exactly these requests', async () => {
		const bytes = Buffer.from('255044462dff008001fe', 'hex');
		http.planJob({
			parts: [partAddresses(1, 2)],
			put: [stored('"e1"'), stored('"e-2"')],
		});
		const run = await http.extract({}, { bytes });

		expect(run.error).toBeUndefined();
		expect(run.items.map((item) => item.json)).toEqual([
			{ Total: 12.5, 'Source File': 'invoice.pdf (Page 1)' },
		]);
		http.expectAllAsPlanned();
		// The parts are sent at once, come in any order, and are answered in that order.
		const arrived = http.sentAt('put').map(({ url }) => url);
		expect([...arrived].sort()).toEqual([partUrl(1), partUrl(2)]);
		const inOrder = <T>(...both: [T, T]): T[] => (arrived[0] === partUrl(1) ? both : both.reverse());
		const [first, second] = inOrder('e1', 'e-2');
		expect(http.sent.map(essence)).toEqual([
			post(
				'/uploads/sessions',
				`{"upload_session_id":"mail-1","files":[{"file_id":"file-1","file_name":"invoice.pdf","file_size_bytes":10}]}`,
			),
			post('/uploads/sessions/mail-1/parts', `{"file_id":"file-1","part_numbers":[1,2]}`),
			...inOrder(put(1, '255044462dff'), put(2, '008001fe')),
			post(
				'/uploads/sessions/mail-1/complete',
				`{"file_id":"file-1","parts":[{"part_number":1,"e_tag":"\\"${first}\\""},{"part_number":2,"e_tag":"\\"${second}\\""}]}`,
			),
			post(
				'/extractions',
				`{"task_name":"invoice.pdf","prompt":"Total","output_structure":"automatic","options":{"exclude_columns":[],"json_typed_values":true,"ask_questions":false},"submission_id":"mail-1","upload_session_id":"mail-1","file_ids":["file-1"]}`,
			),
			// The ID is the user's, so the extraction may be an earlier one.
			get(`/extractions/${EXTRACTION_ID}/details`),
			get(`/extractions/${EXTRACTION_ID}?wait=45`),
			get(`/extractions/${EXTRACTION_ID}/results?offset=0&limit=1000`),
		]);
	});

	it('sends characters beyond ASCII as UTF-8, with their length in bytes', async () => {
		http.planJob();
		await http.extract({ prompt: 'Gesamtbetrag in € – 🧾' });
		const [{ body, headers } = { body: '', headers: {} as Sent['headers'] }] = http.sentAt('submit');
		expect((JSON.parse(body) as { prompt: string }).prompt).toBe('Gesamtbetrag in € – 🧾');
		expect(headers['content-length']).toBe(String(Buffer.byteLength(body)));
	});

	it('completes a file by hand with the parts of its items in order, and with nothing else of the items', async () => {
		http.plan('complete', WELL.complete);
		const part = (part_number: number) => ({
			json: { upload_session_id: 's', file_id: 'f', part_number, e_tag: `"${part_number}"`, bytes: 8 },
		});
		await http.run('uploadSession', 'completeFile', {}, { input: [part(10), part(9)] });
		expect(http.sentAt('complete').map(({ body }) => JSON.parse(body) as unknown)).toEqual([
			{
				file_id: 'f',
				parts: [
					{ part_number: 9, e_tag: '"9"' },
					{ part_number: 10, e_tag: '"10"' },
				],
			},
		]);
	});

	it('asks for addresses of 16 parts at once, shortly before it sends them, and completes in order', async () => {
		const etag = (_: unknown, index: number) => stored(`"e${index + 1}"`);
		const bytes = Buffer.alloc(105, '%PDF-');
		http.planJob({
			parts: [partAddresses(1, 16), partAddresses(17, 18)],
			put: Array.from({ length: 18 }, etag),
		});
		await http.extract({}, { bytes });
		http.expectAllAsPlanned();
		expect(
			http.sentAt('parts').map(({ body }) => (JSON.parse(body) as { part_numbers: number[] }).part_numbers),
		).toEqual([
			[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
			[17, 18],
		]);
		const completion = JSON.parse(http.sentAt('complete')[0]?.body ?? '') as {
			parts: Array<{ part_number: number }>;
		};
		expect(completion.parts.map(({ part_number }) => part_number)).toEqual(
			[...Array(18).keys()].map((index) => index + 1),
		);
	});

	it('keeps what the path must not hold out of it', async () => {
		http.planJob();
		await http.extract({ options: { submissionId: 'mail:1' } });
		expect(http.sentAt('parts')[0]?.url).toBe(`${API}/v1/uploads/sessions/mail%3A1/parts`);
		expect(JSON.parse(http.sentAt('submit')[0]?.body ?? '')).toMatchObject({ submission_id: 'mail:1' });
	});

	it('sends every option of the submission by its name in the contract', async () => {
		http.planJob({ output: [WELL.output], download: [WELL.download] });
		await http.extract({
			outputStructure: 'per_line_item',
			output: 'files',
			options: {
				affectedFieldFillColor: 'red',
				excludeColumns: ['review_needed'],
				outputLanguage: 'zh-Hant',
				questions: 'ask',
				reviewNeededFillColor: 'none',
				sendCompletionEmail: true,
				taskName: 'March',
				typedValues: false,
			},
		});
		expect(JSON.parse(http.sentAt('submit')[0]?.body ?? '')).toEqual({
			submission_id: 'mail-1',
			upload_session_id: 'mail-1',
			file_ids: [FILE_ID],
			task_name: 'March',
			prompt: 'Total',
			output_structure: 'per_line_item',
			options: {
				exclude_columns: ['review_needed'],
				output_language: 'zh-Hant',
				review_needed_fill_color: 'none',
				affected_field_fill_color: 'red',
				send_completion_email: true,
				json_typed_values: false,
				ask_questions: true,
			},
		});
	});

	it.each([
		[
			'of fields',
			{
				promptType: 'fields',
				fieldsToExtract: 'Total: With VAT\nDate',
				generalInstructions: 'Ignore reminders',
			},
			{
				fields: [{ name: 'Total', prompt: 'With VAT' }, { name: 'Date' }],
				general_prompt: 'Ignore reminders',
			},
		],
		[
			'as JSON',
			{ promptType: 'json', promptJson: '{"fields": [{"name": "Total"}]}' },
			{ fields: [{ name: 'Total' }] },
		],
	])('sends a prompt %s as an object', async (_kind, parameters, prompt) => {
		http.planJob();
		await http.extract(parameters);
		expect(JSON.parse(http.sentAt('submit')[0]?.body ?? '')).toMatchObject({ prompt });
	});

	it('makes ids of its own where the user gives none, the same for session and submission', async () => {
		http.planJob();
		await http.extract({ options: { preventDuplicates: 'execution' } });
		const { upload_session_id } = JSON.parse(http.sentAt('session')[0]?.body ?? '') as Record<string, string>;
		expect(upload_session_id).toMatch(/^n8n-[0-9a-f]{40}$/);
		expect(JSON.parse(http.sentAt('submit')[0]?.body ?? '')).toMatchObject({
			submission_id: upload_session_id,
			upload_session_id,
		});
	});

	it('submits first where a file is completed already, and sends no byte of it', async () => {
		http.planJob({ parts: [refusal(409, 'FILE_NOT_UPLOADABLE')], put: [], complete: [] });
		const run = await http.extract();
		expect(run.items).toHaveLength(1);
		http.expectAllAsPlanned();
	});

	it('asks whether a file is completed where the service says that it is not, and sends no byte of it', async () => {
		const details = { issues: [{ message: 'is not completed', path: ['file_ids', 0] }] };
		http.planJob({
			parts: [refusal(409, 'FILE_NOT_UPLOADABLE'), refusal(409, 'FILE_NOT_UPLOADABLE')],
			put: [],
			submit: [refusal(400, 'INVALID_INPUT', { details }), WELL.submit],
		});
		const run = await http.extract();
		expect(run.items).toHaveLength(1);
		http.expectAllAsPlanned();
		expect(JSON.parse(http.sentAt('complete')[0]?.body ?? '')).toEqual({
			file_id: FILE_ID,
			parts: [{ part_number: 1, e_tag: expect.stringMatching(/^".+"$/) }],
		});
	});

	it('follows the pages of the rows by the offsets of the service', async () => {
		const first = rows([{ Total: 1 }, { Total: 2 }], { has_more: true, next_offset: 2, total_rows: 3 });
		http.planJob({ results: [first, rows([{ Total: 3 }], { offset: 2, total_rows: 3 })] });
		const run = await http.extract();
		expect(run.items.map(({ json: row }) => row)).toEqual([{ Total: 1 }, { Total: 2 }, { Total: 3 }]);
		expect(http.sentAt('results').map(({ url }) => new URL(url).search)).toEqual([
			'?offset=0&limit=1000',
			'?offset=2&limit=1000',
		]);
	});

	it('accepts the recommendation of every question', async () => {
		const question = {
			type: 'free_text',
			question: 'Which date?',
			choices: [],
			recommended_approach: 'Day first',
		};
		const asking = status({
			status: 'input_required',
			progress: 40,
			answer_by: '2026-03-06T02:00:00Z',
			questions: [
				{ ...question, question_id: 'q1' },
				{ ...question, question_id: 'q2' },
			],
		});
		http.planJob({ status: [asking, WELL.status], answers: [WELL.answers] });
		const run = await http.extract({ options: { questions: 'accept' } });
		expect(run.items).toHaveLength(1);
		http.expectAllAsPlanned();
		expect(http.sentAt('answers').map(essence)).toEqual([
			post(
				`/extractions/${EXTRACTION_ID}/answers`,
				'{"answers":[{"question_id":"q1","accept_recommended":true},{"question_id":"q2","accept_recommended":true}]}',
			),
		]);
	});

	it('asks for output files and fetches them without the key', async () => {
		http.planJob({ output: [WELL.output], download: [WELL.download] });
		const run = await http.extract({ output: 'files' });
		http.expectAllAsPlanned();
		const [item] = run.items;
		expect(item?.binary?.data).toMatchObject({ fileName: 'invoice.xlsx' });
		expect((await http.engine.readBinary(item!.binary!.data!)).toString()).toBe('PK, the bytes of a file');
		expect(http.sent.slice(-2).map(essence)).toEqual([
			get(`/extractions/${EXTRACTION_ID}/output?format=xlsx`),
			{
				request: `GET ${STORAGE}/download/rows.xlsx?${SIGNATURE}`,
				headers: { accept: expect.any(String), host: 'storage.example.com' },
				body: '',
			},
		]);
	});

	it('cancels the extraction without a body when it is stopped and asked to', async () => {
		http.planJob({ status: [], results: [], cancel: [WELL.cancel] });
		const waiting = http.hang('status');
		const { result, cancel } = await http.start({ options: { cancelWhenStopped: true } });
		await waiting;
		cancel();
		const run = await result;
		expect(run.status).toBe('canceled');
		expect(http.sentAt('cancel').map(({ method, url, body }) => [method, url, body])).toEqual([
			['POST', `${API}/v1/extractions/${EXTRACTION_ID}/cancel`, ''],
		]);
		expect(http.sentAt('cancel')[0]?.headers).toMatchObject({ authorization: `Bearer ${http.apiKey}` });
		expect(http.sentAt('cancel')[0]?.headers).not.toHaveProperty('content-type');
		http.expectAllAsPlanned();
	});

	it('takes each step once when all goes well', async () => {
		http.planJob();
		await http.extract();
		expect(http.steps).toEqual(MAIN_JOB);
	});
});

describe('what Get Balance sends', () => {
	it('is one request without a body', async () => {
		http.plan('balance', WELL.balance);
		const run = await http.getBalance();
		expect(run.items[0]?.json).toEqual({ credits_balance: 50, credits_reserved: 8, credits_available: 42 });
		expect(http.sent.map(essence)).toEqual([get('/credits/balance')]);
	});
});
