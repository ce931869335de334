/** What a server on the wire answers: a response, or nothing but a broken connection. */
export type Answer =
	{ status: number; body: string | (() => string); headers: Record<string, string> } | { brokenBy: string };

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Answer => ({
	status,
	body: JSON.stringify(body),
	headers: { 'Content-Type': 'application/json', ...headers },
});

/** The error envelope of the contract. */
export const refusal = (
	status: number,
	code: string,
	{
		message = `In words: ${code}`,
		retryable = false,
		details = null,
		headers = {},
	}: {
		message?: string;
		retryable?: boolean;
		details?: object | null;
		headers?: Record<string, string>;
	} = {},
): Answer => json({ success: false, error: { code, message, retryable, details } }, status, headers);

/** What a proxy or a firewall answers in place of the service. */
export const page = (status: number): Answer => ({
	status,
	body: '<!doctype html><html><body>Something else</body></html>',
	headers: { 'Content-Type': 'text/html' },
});

export const redirect = (status: number, location: string): Answer => ({
	status,
	body: '',
	headers: { Location: location },
});

/** JSON of which the end got lost. */
export const cutOff = (answer: Answer): Answer =>
	'body' in answer && typeof answer.body === 'string'
		? { ...answer, body: answer.body.slice(0, answer.body.length / 2) }
		: answer;

export const reset: Answer = { brokenBy: 'ECONNRESET' };

/** A connection error that no repetition can mend. */
export const untrusted: Answer = { brokenBy: 'CERT_HAS_EXPIRED' };
