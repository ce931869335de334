import type { IExecuteFunctions, IHttpRequestMethods, INodeExecutionData, INodeType } from 'n8n-workflow';
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

/** The calls for files of one part each, with nothing between them and n8n's HTTP helper: the least that a node can take. */
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
		properties: [],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const call = await caller(this);
		const session = newId();
		const files = this.getInputData().map(({ binary }, index) => ({
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
				const body = await this.helpers.getBinaryDataBuffer(index, 'data');
				const headers = { 'Content-Type': false } as never;
				const put = { method: 'PUT', url, body, headers, ...BARE_ANSWER } as const;
				const answer = (await this.helpers.httpRequest(put)) as Answer;
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
		const page = await call('GET', `/extractions/${String(extraction_id)}/results?offset=0&limit=1000`);
		return [(page.rows as INodeExecutionData['json'][]).map((json) => ({ json }))];
	}
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
