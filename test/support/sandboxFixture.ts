import { fetch, Headers, request, type Response } from 'undici';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';

/** The fields of any answer of the API, for reading; which of them are there is what the tests check. */
export interface Body {
	success: boolean;
	status: string;
	extraction_id: string;
	error: {
		code: string;
		message: string;
		retryable: boolean;
		details: { issues: Array<{ message: string; path: Array<string | number> }>; [key: string]: unknown };
	};
	part_urls: Array<{ part_number: number; url: string }>;
	extractions: Array<{
		extraction_id: string;
		submitted_by?: { email: string | null };
		[key: string]: unknown;
	}>;
	extraction: Record<string, unknown>;
	next_cursor: string | null;
	has_more: boolean;
	output: { xlsx_url: string; csv_url: string; json_url: string };
	download_url: string;
	rows: Array<Record<string, unknown>>;
	columns: string[];
	questions: Array<{
		question_id: string;
		previous_answer_rejected?: boolean;
		choices: Array<{ choice_id: string; recommended?: boolean; cell_would_contain?: string }>;
	}>;
	review_needed: { count: number; items: unknown[] };
	[key: string]: unknown;
}

export interface Answer {
	status: number;
	headers: Response['headers'];
	text: string;
	body: Body;
}

async function toAnswer(response: Response): Promise<Answer> {
	const text = await response.text();
	const isJson = text !== '' && response.headers.get('content-type')?.startsWith('application/json');
	return {
		status: response.status,
		headers: response.headers,
		text,
		body: (isJson ? JSON.parse(text) : {}) as Body,
	};
}

/** A plain client of the API: what it is told to send, and what came back. */
export class Client {
	constructor(
		private readonly baseUrl: string,
		private readonly apiKey: string | null,
	) {}

	/** `body` is sent as JSON; a string is sent as it is. */
	async send(
		method: string,
		path: string,
		body?: unknown,
		headers: Record<string, string> = {},
	): Promise<Answer> {
		const response = await fetch(this.baseUrl + path, {
			method,
			headers: {
				...(this.apiKey === null ? {} : { authorization: `Bearer ${this.apiKey}` }),
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
				...headers,
			},
			body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
		});
		return await toAnswer(response);
	}

	get = (path: string) => this.send('GET', path);
	post = (path: string, body?: unknown) => this.send('POST', path, body);
	delete = (path: string) => this.send('DELETE', path);

	/** Uploads and completes files, one PUT per part; file ids are `file-1`, `file-2`, and so on. Returns them. */
	async upload(session: string, files: Record<string, Buffer>): Promise<string[]> {
		const entries = Object.entries(files).map(([file_name, bytes], index) => ({
			file_id: `file-${index + 1}`,
			file_name,
			file_size_bytes: bytes.length,
		}));
		const created = await this.post('/uploads/sessions', { upload_session_id: session, files: entries });
		const { part_size } = (created.body.files as Array<{ part_size: number }>)[0]!;
		for (const { file_id, file_name } of entries) {
			const parts = await this.putParts(session, file_id, files[file_name]!, part_size);
			await this.post(`/uploads/sessions/${session}/complete`, { file_id, parts });
		}
		return entries.map((entry) => entry.file_id);
	}

	/** Sends every part of a file. Returns what completion asks for. */
	async putParts(session: string, file_id: string, bytes: Buffer, partSize: number) {
		const part_numbers = Array.from({ length: Math.ceil(bytes.length / partSize) }, (_, index) => index + 1);
		const { body } = await this.post(`/uploads/sessions/${session}/parts`, { file_id, part_numbers });
		const parts = [];
		for (const { part_number, url } of body.part_urls) {
			const answer = await put(url, bytes.subarray((part_number - 1) * partSize, part_number * partSize));
			parts.push({ part_number, e_tag: answer.headers.get('etag')! });
		}
		return parts;
	}

	/** Submits files of a session. Returns the extraction's id. */
	async submit(session: string, file_ids: string[], changes: Record<string, unknown> = {}): Promise<string> {
		const { body } = await this.post('/extractions', submission(session, file_ids, changes));
		return body.extraction_id;
	}

	/** One small file, uploaded and submitted. */
	async extract(name: string, changes: Record<string, unknown> = {}): Promise<string> {
		const ids = await this.upload(name, { [`${name}.pdf`]: Buffer.from(name) });
		return await this.submit(name, ids, { submission_id: name, ...changes });
	}
}

/** The body of a valid submission, with changes. */
export const submission = (session: string, file_ids: string[], changes: Record<string, unknown> = {}) => ({
	submission_id: `submission-${session}`,
	upload_session_id: session,
	file_ids,
	task_name: 'Invoices',
	prompt: 'Extract the invoice number and the total.',
	output_structure: 'automatic',
	...changes,
});

/** PUT of bytes to a signed URL, with no header of its own (`fetch` adds some). */
export async function put(url: string, bytes: Buffer, headers: Record<string, string> = {}): Promise<Answer> {
	const { statusCode, headers: received, body } = await request(url, { method: 'PUT', body: bytes, headers });
	const given = Object.entries(received).map(([name, value]): [string, string] => [name, String(value)]);
	return { status: statusCode, headers: new Headers(given), text: await body.text(), body: {} as Body };
}

/** A plain GET of a signed URL. */
export const download = async (url: string, headers: Record<string, string> = {}) =>
	await toAnswer(await fetch(url, { headers }));

/** Processing takes a minute of clock time, so nothing happens until a test moves the clock. */
export const PROCESSING_MS = 60_000;

export interface SandboxFixture {
	server: Sandbox;
	client: Client;
	control: Sandbox['control'];
	/** A client with another key (null: none). */
	as(key: string | null): Client;
}

/** A sandbox with small parts (1 KiB) and processing that waits for the clock, and a client of it. */
export async function startSandboxFixture(options: SandboxOptions = {}): Promise<SandboxFixture> {
	const server = await startSandbox({ processingMs: PROCESSING_MS, partSize: 1024, ...options });
	const as = (key: string | null) => new Client(server.baseUrl, key);
	return { server, client: as(server.apiKey), control: server.control, as };
}

/** Resolves when `condition` holds; rejects when it has not after half a minute. */
export async function until(what: string, condition: () => boolean): Promise<void> {
	const deadline = Date.now() + 30_000;
	while (!condition()) {
		if (Date.now() > deadline) throw new Error(`waited in vain: ${what}`);
		await new Promise((resolve) => setImmediate(resolve));
	}
}

/** The paths of an `INVALID_INPUT` answer's issues, as `a.0.b`. */
export const issuePaths = ({ body }: Answer) => body.error.details.issues.map(({ path }) => path.join('.'));
