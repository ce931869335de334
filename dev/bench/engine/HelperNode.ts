import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	INodeExecutionData,
	INodeType,
} from 'n8n-workflow';
import pLimit from 'p-limit';
import { CREDENTIAL_TYPE } from '../../demo/compiledPackage';
import { FILES_AT_ONCE } from '../bare/upload';
import { newId } from '../bare/BareClient';

interface Answer {
	statusCode: number;
	headers: Record<string, string>;
	body: string;
}

const BARE_ANSWER = {
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
} as const;

/** The calls of the task, files having one part each, with nothing between them and n8n's HTTP helper: the least that a node can take. */
export class HelperNode implements INodeType {
	description: INodeType['description'] = {
		displayName: 'Helper',
		name: 'helper',
		group: ['transform'],
		version: 1,
		description: "Makes the calls through n8n's HTTP helper alone",
		defaults: { name: 'Helper' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: CREDENTIAL_TYPE, required: true }],
		properties: [{ displayName: 'Extraction ID', name: 'extractionId', type: 'string', default: '' }],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const call = await caller(this);
		const given = this.getNodeParameter('extractionId', 0) as string;
		return [await rowItems(call, given || (await extraction(this, call)))];
	}
}

async function extraction(context: IExecuteFunctions, call: Call): Promise<string> {
	const session = newId();
	const files = context.getInputData().map(({ binary }, index) => ({
		file_id: `file-${index + 1}`,
		file_name: binary?.data?.fileName ?? '',
		file_size_bytes: binary?.data?.bytes ?? 0,
	}));
	await call('POST', '/uploads/sessions', { upload_session_id: session, files });
	const atOnce = pLimit(FILES_AT_ONCE);
	const uploads = files.map(({ file_id }, index) =>
		atOnce(async () => {
			const path = `/uploads/sessions/${session}`;
			const { part_urls } = await call('POST', `${path}/parts`, { file_id, part_numbers: [1] });
			const { url } = (part_urls as Array<{ url: string }>)[0]!;
			const body = await context.helpers.getBinaryDataBuffer(index, 'data');
			const headers = { 'Content-Type': false } as unknown as IHttpRequestOptions['headers'];
			const put = { method: 'PUT', url, body, headers, ...BARE_ANSWER } as const;
			const answer = (await context.helpers.httpRequest(put)) as Answer;
			const parts = [{ part_number: 1, e_tag: answer.headers.etag }];
			await call('POST', `${path}/complete`, { file_id, parts });
		}),
	);
	await Promise.all(uploads);
	const { extraction_id } = await call('POST', '/extractions', {
		submission_id: session,
		upload_session_id: session,
		file_ids: files.map(({ file_id }) => file_id),
		task_name: 'Benchmark',
		prompt: 'Invoice number, supplier and total',
		output_structure: 'per_invoice',
		options: { json_typed_values: true },
	});
	await call('GET', `/extractions/${String(extraction_id)}?wait=45`);
	return String(extraction_id);
}

async function rowItems(call: Call, id: string): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	for (let offset: unknown = 0; offset !== null;) {
		const page = await call('GET', `/extractions/${id}/results?offset=${String(offset)}&limit=1000`);
		for (const json of page.rows as IDataObject[]) items.push({ json, pairedItem: { item: 0 } });
		offset = page.next_offset;
	}
	return items;
}

type Call = (method: IHttpRequestMethods, path: string, body?: object) => Promise<Record<string, unknown>>;

async function caller(context: IExecuteFunctions): Promise<Call> {
	const data = await context.getCredentials(CREDENTIAL_TYPE);
	const credentialsDecrypted = { id: '', name: '', type: CREDENTIAL_TYPE, data };
	return async (method, path, body) => {
		const options = {
			method,
			url: String(data.baseUrl) + path,
			headers: body ? { 'Content-Type': 'application/json' } : {},
			body: body ? JSON.stringify(body) : undefined,
			encoding: 'text',
			...BARE_ANSWER,
		} as const;
		const { helpers } = context;
		const answer = (await helpers.httpRequestWithAuthentication.call(context, CREDENTIAL_TYPE, options, {
			credentialsDecrypted,
		})) as Answer;
		if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.body}`);
		return JSON.parse(answer.body) as Record<string, unknown>;
	};
}
