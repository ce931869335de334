import { Readable } from 'node:stream';
import type { IHttpRequestOptions } from 'n8n-workflow';
import type { ApiContext } from '../../../../nodes/DocumentDataExtraction/api/account';
import type { ApiClient } from '../../../../nodes/DocumentDataExtraction/api/http/client';
import { ONCE } from '../../../../nodes/DocumentDataExtraction/api/http/retry';
import { openDownload } from '../../../../nodes/DocumentDataExtraction/api/http/signedUrls';

const URL = 'https://storage.example.com/rows.xlsx?signature=abc';

/** n8n's HTTP helper with an answer at hand. */
function apiAnswering(statusCode: number, body: Readable): { api: ApiClient; asked: IHttpRequestOptions[] } {
	const asked: IHttpRequestOptions[] = [];
	const httpRequest = async (options: IHttpRequestOptions) => {
		asked.push(options);
		return await Promise.resolve({ statusCode, headers: {}, body });
	};
	const context = { helpers: { httpRequest } } as unknown as ApiContext;
	const call = () => {
		throw new Error('Nothing here calls the API');
	};
	const api: ApiClient = {
		baseUrl: 'https://api.example.com/v1',
		context,
		signal: undefined,
		retry: ONCE,
		storageOutage: { spentMs: 0 },
		call,
		serviceTime: () => undefined,
	};
	return { api, asked };
}

describe('opening a download', () => {
	it('gives the stream without reading it', async () => {
		const body = Readable.from(['bytes']);
		const { api, asked } = apiAnswering(200, body);
		expect(await openDownload(api, URL)).toBe(body);
		expect(body.destroyed).toBe(false);
		expect(asked).toMatchObject([
			{ method: 'GET', url: URL, encoding: 'stream', disableFollowRedirect: true },
		]);
	});

	it.each([204, 206, 403, 404, 500])('lets go of the stream that comes with HTTP %d', async (statusCode) => {
		const body = Readable.from(['<Error/>']);
		await expect(openDownload(apiAnswering(statusCode, body).api, URL)).rejects.toThrow(
			`The storage at storage.example.com responded with HTTP ${statusCode}`,
		);
		expect(body.destroyed).toBe(true);
	});
});
