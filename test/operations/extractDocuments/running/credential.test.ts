import type { IDataObject } from 'n8n-workflow';
import { startEngine } from '../../../../dev/engine';
import { startSandbox, type Sandbox } from '../../../../dev/sandbox';
import { DocumentDataExtractionApi } from '../../../../credentials/DocumentDataExtractionApi.credentials';
import { DocumentDataExtraction } from '../../../../nodes/DocumentDataExtraction/DocumentDataExtraction.node';
import { extract, invoiceItems } from '../../../support/operations/extractDocuments';
import { NODE_TYPE } from '../../../support/names';

describe('Extract Documents: the credential', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ processingMs: 30 });
	});
	beforeEach(() => sandbox.control.clearRequests());
	afterAll(async () => await sandbox.close());

	const port = (): string => new URL(sandbox.baseUrl).port;

	/** Runs with a credential of these values, where left out the sandbox's own. */
	async function runWith(credential: IDataObject, parameters: IDataObject = {}) {
		const engine = await startEngine({
			nodeTypes: { [NODE_TYPE]: new DocumentDataExtraction() },
			credentialTypes: [new DocumentDataExtractionApi()],
			credentials: {
				documentDataExtractionApi: { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, ...credential },
			},
		});
		const node = { sandbox, engine, close: async () => await engine.close() };
		const run = await extract(node, { input: await invoiceItems(node, 'URL-1'), parameters });
		await node.close();
		return run;
	}

	it.each([
		['is empty', '', /The Base URL is empty/],
		['is no URL', 'my account', /The Base URL must start with https/],
		['has no scheme', 'api.example.com/v1', /The Base URL must start with https:/],
		['is of another kind', 'ftp://api.example.com/v1', /The Base URL must start with https:/],
		['has no /v1', 'https://api.example.com', /The Base URL must end in \/v1/],
		[
			'is plain http to another machine',
			'http://api.example.com/v1',
			/uses http, which sends the API key unprotected/,
		],
		['holds a password', 'https://me:secret@api.example.com/v1', /contains a user name or password/],
	])('refuses a Base URL that %s', async (_, baseUrl, message) => {
		const run = await runWith({ baseUrl });
		expect(run.error?.message).toMatch(message);
		expect(run.error?.description).toMatch(/^Open the credential\. (Copy it|Use https)/);
		expect(JSON.stringify(run.error)).not.toContain('secret');
		expect(sandbox.control.requests()).toEqual([]);
	});

	it.each([
		['plain http to this machine', () => sandbox.baseUrl],
		['a trailing slash', () => `${sandbox.baseUrl}/`],
		['a path behind /v1', () => `${sandbox.baseUrl}/extractions`],
		['quotes', () => `"${sandbox.baseUrl}"`],
		['the name of this machine', () => `http://localhost:${port()}/v1`],
	])('takes a Base URL with %s', async (_, baseUrl) => {
		const run = await runWith({ baseUrl: baseUrl() });
		expect(run.error).toBeUndefined();
		expect(run.items).toHaveLength(1);
	});

	it('takes plain http to another machine with the switch', async () => {
		const run = await runWith({ baseUrl: `http://0.0.0.0:${port()}/v1`, allowInsecureHttp: true });
		expect(run.error).toBeUndefined();
	});

	it('takes a key with what is pasted along', async () => {
		const run = await runWith({ apiKey: `"Bearer ${sandbox.apiKey}"` });
		expect(run.error).toBeUndefined();
	});

	it('refuses the same address without the switch', async () => {
		const run = await runWith({ baseUrl: `http://0.0.0.0:${port()}/v1` });
		expect(run.error?.message).toMatch(/uses http,/);
		expect(sandbox.control.requests()).toEqual([]);
	});

	it('refuses an API key that cannot be sent', async () => {
		const run = await runWith({ apiKey: 'two words' });
		expect(run.error?.message).toMatch(/The API Key contains characters that no API key has/);
		expect(run.error?.description).toMatch(/Copy it again from the dashboard/);
		expect(JSON.stringify(run.error)).not.toContain('two words');
		expect(sandbox.control.requests()).toEqual([]);
	});

	it('tells what is wrong with the credential before it looks at the input', async () => {
		const run = await runWith({ baseUrl: 'https://api.example.com', apiKey: '' }, { prompt: '={{ "" }}' });
		expect(run.error?.message).toBe('2 problems with the input. Nothing was sent.');
		expect(String(run.error?.description).split('<br>')).toEqual([
			expect.stringMatching(/^• The Base URL must end in \/v1\. Open the credential\./),
			expect.stringMatching(/^• The API Key is empty\. Open the credential\./),
		]);
	});
});
