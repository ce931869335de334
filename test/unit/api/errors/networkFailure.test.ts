import {
	networkFailure,
	withoutQuery,
} from '../../../../nodes/DocumentDataExtraction/api/errors/networkFailure';

const HOST = 'api.example.com';

/** As n8n's plain HTTP helper throws it. */
const fromAxios = (code: string, message = 'a message') => Object.assign(new Error(message), { code });

/** As n8n's authenticated helper throws it: no `code`, the reason in `httpCode`. */
const fromNode = (httpCode: string | null) => Object.assign(new Error('A sentence of n8n'), { httpCode });

describe('a request without a response', () => {
	it.each(['ECONNRESET', 'EPIPE', 'ERR_BAD_RESPONSE', 'ERR_NETWORK'])(
		'may pass with %s, from either helper',
		(code) => {
			const expected = { code: 'CONNECTION_FAILED', message: `${code} at ${HOST}`, retryable: true };
			expect(networkFailure(fromAxios(code), HOST)).toEqual(expected);
			expect(networkFailure(fromNode(code), HOST)).toEqual(expected);
		},
	);

	it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])(
		'may pass with %s, where nothing responds and so nothing was sent',
		(code) => {
			const message = `nothing responds at ${HOST} (${code})`;
			const expected = { code: 'CONNECTION_FAILED', message, retryable: true, notSent: true };
			expect(networkFailure(fromAxios(code), HOST)).toEqual(expected);
			expect(networkFailure(fromNode(code), HOST)).toEqual(expected);
		},
	);

	it.each(['ECONNABORTED', 'ETIMEDOUT'])('timed out with %s', (code) =>
		expect(networkFailure(fromNode(code), HOST)).toEqual({
			code: 'TIMEOUT',
			message: `${code} at ${HOST}`,
			retryable: true,
		}),
	);

	it.each([
		'ERR_INVALID_URL',
		'ERR_BAD_REQUEST',
		'CERT_HAS_EXPIRED',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'SELF_SIGNED_CERT_IN_CHAIN',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
		'ERR_TLS_CERT_ALTNAME_INVALID',
	])('will not pass with %s', (code) =>
		expect(networkFailure(fromAxios(code), HOST)).toMatchObject({
			code: 'CONNECTION_FAILED',
			retryable: false,
		}),
	);

	it('was stopped where the signal says so, whatever the error', () => {
		const stopped = { code: 'EXECUTION_CANCELLED', message: '', retryable: false };
		expect(networkFailure(fromAxios('ECONNRESET'), HOST, AbortSignal.abort())).toEqual(stopped);
		expect(networkFailure(fromNode('ERR_CANCELED'), HOST)).toEqual(stopped);
		expect(networkFailure(fromAxios('ABORT_ERR'), HOST)).toEqual(stopped);
	});

	it('knows errors of another realm, which are instances of nothing here', () => {
		const foreign = Object.assign(Object.create(null) as object, { code: 'ECONNRESET', message: 'aborted' });
		expect(networkFailure(foreign, HOST).message).toBe(`ECONNRESET at ${HOST}`);
		const without = Object.assign(Object.create(null) as object, { message: 'it broke' });
		expect(networkFailure(without, HOST).message).toBe(`it broke at ${HOST}`);
	});

	it.each([[undefined], [null], ['text'], [{}], [fromNode(null)]])('has words for %j', (error) =>
		expect(networkFailure(error, HOST)).toMatchObject({
			code: 'CONNECTION_FAILED',
			message: expect.stringMatching(/.+ at api\.example\.com$/),
		}),
	);

	it('shows no query of a URL', () => {
		const error = new Error('cannot reach https://store.example.com/part?signature=s3cret&key=1 today');
		expect(networkFailure(error, HOST).message).toBe(
			`cannot reach https://store.example.com/part?… today at ${HOST}`,
		);
		expect(withoutQuery('"https://a.example.com/?x=1", <https://b.example.com/?y=2>')).toBe(
			'"https://a.example.com/?…", <https://b.example.com/?…>',
		);
	});
});
