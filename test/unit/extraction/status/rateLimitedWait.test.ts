import type { ApiContext } from '../../../../nodes/DocumentDataExtraction/api/account';
import { createClient } from '../../../../nodes/DocumentDataExtraction/api/http/client';
import { waitForExtraction } from '../../../../nodes/DocumentDataExtraction/extraction/status/wait';

const MINUTE = 60_000;

/** A service that answers every request for a status with this pause, until it is over. */
async function openRateLimited(seconds: number) {
	const startedAt = Date.now();
	const send = async () => {
		const left = Math.ceil(seconds - (Date.now() - startedAt) / 1000);
		const error = { code: 'RATE_LIMITED', message: 'Too many', retryable: true };
		const details = { retry_after_seconds: left };
		const body =
			left > 0
				? { success: false, error: { ...error, details } }
				: { success: true, extraction_id: 'e-1', status: 'cancelled', cancellation_reason: 'user' };
		return await Promise.resolve({
			statusCode: left > 0 ? 429 : 200,
			headers: {},
			body: JSON.stringify(body),
		});
	};
	const context = {
		getCredentials: async () =>
			await Promise.resolve({ baseUrl: 'https://api.example.com/v1', apiKey: 'rate-limited' }),
		getExecutionCancelSignal: () => undefined,
		helpers: { httpRequestWithAuthentication: send },
	} as unknown as ApiContext;
	return await createClient(context);
}

describe('waiting for an extraction whose status is rate limited', () => {
	beforeEach(() => void jest.useFakeTimers());
	afterEach(() => void jest.useRealTimers());

	it('for 25 minutes goes on within the maximum wait', async () => {
		const api = await openRateLimited(25 * 60);
		const waiting = waitForExtraction(api, 'e-1', { deadline: performance.now() + 60 * MINUTE }).then(
			({ status }) => status as string,
			(error: Error) => `failed: ${error.message}`,
		);
		let ended: string | undefined;
		void waiting.then((outcome) => (ended = outcome));
		for (let passed = 0; passed < 61 && ended === undefined; passed++)
			await jest.advanceTimersByTimeAsync(MINUTE);
		expect(ended).toBe('cancelled');
	});
});
