import { mayHaveBeenCarriedOut } from '../../../../nodes/DocumentDataExtraction/api/errors/ServiceError';
import { networkFailure } from '../../../../nodes/DocumentDataExtraction/api/errors/networkFailure';

const answered = (httpStatus: number) => ({ code: 'ANY', message: '', retryable: true, httpStatus });
const broken = (code: string) => networkFailure(Object.assign(new Error('it broke'), { code }), 'host');

describe('a request that failed', () => {
	it.each([200, 500, 502, 503, 504])('may have been carried out after HTTP %d', (status) =>
		expect(mayHaveBeenCarriedOut(answered(status))).toBe(true),
	);

	it.each([400, 404, 408, 409, 425, 429])('was not carried out after HTTP %d', (status) =>
		expect(mayHaveBeenCarriedOut(answered(status))).toBe(false),
	);

	it.each(['ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'EPIPE'])(
		'may have been carried out after %s',
		(code) => expect(mayHaveBeenCarriedOut(broken(code))).toBe(true),
	);

	it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'CERT_HAS_EXPIRED', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'])(
		'was not carried out after %s',
		(code) => expect(mayHaveBeenCarriedOut(broken(code))).toBe(false),
	);

	it('may have been carried out before a refusal that may pass, but not before one that would have found it', () => {
		const before = { mayHaveWorkedBefore: true };
		expect(mayHaveBeenCarriedOut({ ...answered(429), ...before })).toBe(true);
		expect(mayHaveBeenCarriedOut({ ...broken('ECONNREFUSED'), ...before })).toBe(true);
		expect(mayHaveBeenCarriedOut({ ...answered(402), retryable: false, ...before })).toBe(false);
	});
});
