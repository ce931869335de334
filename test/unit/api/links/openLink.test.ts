import { openLink } from '../../../../nodes/DocumentDataExtraction/api/links/openLink';

/** n8n's helper, as it fails without a response. */
const failingWith = (message: string, more: object = {}) =>
	({
		helpers: {
			httpRequest: async () => await Promise.reject(Object.assign(new Error(message), more)),
		},
	}) as unknown as Parameters<typeof openLink>[0];

const LINK = new URL('https://files.example.com/a.pdf?sig=s3cret');

describe('a link that brings no response', () => {
	it.each([
		'The request was blocked because it resolves to a restricted IP address',
		'The request was blocked because the destination hostname is restricted',
	])('is not tried again if n8n does not allow the request: %s', async (message) => {
		await expect(openLink(failingWith(message), LINK)).rejects.toMatchObject({
			failure: { code: 'LINK_BLOCKED', message: 'files.example.com/a.pdf', retryable: false },
		});
	});

	it.each([
		['ECONNRESET', 'ECONNRESET at files.example.com/a.pdf', true],
		['ECONNABORTED', 'ECONNABORTED at files.example.com/a.pdf', true],
		['EAI_AGAIN', 'nothing responds at files.example.com/a.pdf (EAI_AGAIN)', true],
		['CERT_HAS_EXPIRED', 'the certificate is not valid at files.example.com/a.pdf (CERT_HAS_EXPIRED)', false],
	])('names the host and the cause: %s', async (code, message, retryable) => {
		await expect(openLink(failingWith(`at ${LINK.href}`, { code }), LINK)).rejects.toMatchObject({
			failure: { code: 'LINK_FAILED', message, retryable },
		});
	});

	it('shows no query that n8n tells', async () => {
		await expect(openLink(failingWith(`Cannot reach ${LINK.href}`), LINK)).rejects.toThrow(
			/^Cannot reach https:\/\/files\.example\.com\/a\.pdf\?… at files\.example\.com\/a\.pdf$/,
		);
	});

	it('ends with the execution', async () => {
		const stopped = AbortSignal.abort();
		await expect(openLink(failingWith('aborted'), LINK, stopped)).rejects.toMatchObject({
			code: 'EXECUTION_CANCELLED',
		});
	});
});
