/** Errors as n8n's client (axios) throws them. */
class AxiosError extends Error {
	override readonly name = 'AxiosError';

	readonly isAxiosError = true;

	response?: unknown;

	constructor(
		message: string,
		readonly code: string,
	) {
		super(message);
	}
}

export const brokenConnection = (): Error => new AxiosError('read ECONNRESET', 'ECONNRESET');

export const timedOut = (milliseconds: number): Error =>
	new AxiosError(`timeout of ${milliseconds}ms exceeded`, 'ECONNABORTED');

export function cancelled(): Error {
	return Object.assign(new AxiosError('canceled', 'ERR_CANCELED'), {
		name: 'CanceledError',
		__CANCEL__: true,
	});
}

export function refusedStatus(status: number, headers: unknown, data: unknown): Error {
	const error = new AxiosError(
		`Request failed with status code ${status}`,
		status < 500 ? 'ERR_BAD_REQUEST' : 'ERR_BAD_RESPONSE',
	);
	error.response = { status, headers, data, statusText: '' };
	return Object.assign(error, { status });
}
