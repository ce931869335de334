import { PassThrough, Readable } from 'node:stream';
import type { IExecuteFunctions } from 'n8n-workflow';
import type { ApiClient } from '../../../../nodes/DocumentDataExtraction/api/http/client';
import { PATIENT } from '../../../../nodes/DocumentDataExtraction/api/http/retry';
import { ServiceError } from '../../../../nodes/DocumentDataExtraction/api/errors/ServiceError';
import { fetchOutput } from '../../../../nodes/DocumentDataExtraction/files/download/download';
import { leapOverPauses } from '../../../support/leapingTime';

/** Downloads with a store that does with the stream what is given. @returns how often it was tried, and how it failed */
async function failed(
	store: (stream: Readable) => Promise<unknown>,
	body = (): Readable => Readable.from(['a']),
) {
	let tries = 0;
	const httpRequest = async () => await Promise.resolve({ statusCode: 200, headers: {}, body: body() });
	const prepareBinaryData = async (stream: Readable) => {
		tries++;
		return await store(stream);
	};
	const context = { helpers: { httpRequest, prepareBinaryData } } as unknown as IExecuteFunctions;
	const call = async () =>
		await Promise.resolve({ download_url: 'https://store.example.com/rows.csv?signature=s3cret' });
	const api = { context, signal: undefined, retry: PATIENT, call } as unknown as ApiClient;
	const output = { extractionId: 'e-1', taskName: 'May' };
	const error: unknown = await fetchOutput(api, context, output, 'csv').catch((thrown: unknown) => thrown);
	expect(error).toBeInstanceOf(ServiceError);
	return { tries, failure: (error as ServiceError).failure };
}

const withCode = (code: string, message: string) => Object.assign(new Error(message), { code });

describe('a download that fails', () => {
	it('for a full disk says so, and is not tried again', async () => {
		const full = async (stream: Readable) => {
			const error = withCode('ENOSPC', 'ENOSPC: no space left on device, write');
			stream.destroy(error);
			return await Promise.reject(error);
		};
		const { tries, failure } = await failed(full);
		expect(tries).toBe(1);
		expect(failure).toMatchObject({
			code: 'BINARY_STORE_FAILED',
			message: 'ENOSPC: no space left on device, write',
			retryable: false,
		});
	});

	it('for a store that is out of reach does not blame the service', async () => {
		const away = async () =>
			await Promise.reject(withCode('ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.9:9000'));
		expect((await failed(away)).failure.code).toBe('BINARY_STORE_FAILED');
	});

	it('for a connection that breaks begins anew, for some minutes', async () => {
		const passAsUsual = leapOverPauses();
		const body = () => {
			const stream = new PassThrough();
			setImmediate(() => stream.destroy(withCode('ECONNRESET', 'aborted')));
			return stream;
		};
		const reading = async (stream: Readable) => {
			for await (const chunk of stream) expect(chunk).toBeDefined();
		};
		const { tries, failure } = await failed(reading, body);
		passAsUsual();
		expect(tries).toBeGreaterThan(5);
		expect(failure).toMatchObject({
			code: 'CONNECTION_FAILED',
			message: 'ECONNRESET at store.example.com',
		});
	});
});
