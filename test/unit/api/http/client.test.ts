import type { IHttpRequestOptions } from 'n8n-workflow';
import { z } from 'zod';
import type { ApiContext } from '../../../../nodes/DocumentDataExtraction/api/account';
import {
	isOutOfTurn,
	createClient,
	type ConnectionOptions,
} from '../../../../nodes/DocumentDataExtraction/api/http/client';
import {
	deleteExtraction,
	submitExtraction,
} from '../../../../nodes/DocumentDataExtraction/api/endpoints/extractions';
import type { ApiRequest } from '../../../../nodes/DocumentDataExtraction/api/http/request';
import { BRIEF } from '../../../../nodes/DocumentDataExtraction/api/http/retry';
import { ServiceError } from '../../../../nodes/DocumentDataExtraction/api/errors/ServiceError';
import { leapOverPauses } from '../../../support/leapingTime';

type Answer = { status: number; body?: object; headers?: Record<string, string> } | { brokenBy: string };

const refusal = (status: number, code: string, more: object = {}): Answer => ({
	status,
	body: {
		success: false,
		error: { code, message: 'In words', retryable: status !== 404, details: null, ...more },
	},
});

let connections = 0;

/** A connection with a key of its own, whose requests get the given answers one after the other; the last one stays. */
async function connect(answers: Array<Answer | Promise<Answer>>, options: ConnectionOptions = {}) {
	const apiKey = `key-${++connections}`;
	const stopping = new AbortController();
	const sent: IHttpRequestOptions[] = [];
	const httpRequestWithAuthentication = async (_type: string, request: IHttpRequestOptions) => {
		const answer = await answers[Math.min(sent.push(request), answers.length) - 1]!;
		if ('brokenBy' in answer) throw Object.assign(new Error('broken'), { code: answer.brokenBy });
		return {
			statusCode: answer.status,
			headers: answer.headers ?? {},
			body: JSON.stringify(answer.body ?? { success: true }),
		};
	};
	const context = {
		getCredentials: async () => await Promise.resolve({ baseUrl: 'https://api.example.com/v1', apiKey }),
		getExecutionCancelSignal: () => stopping.signal,
		helpers: { httpRequestWithAuthentication },
	} as unknown as ApiContext;
	const api = await createClient(context, options);
	return { api, context, sent, stop: () => stopping.abort() };
}

const failureOf = async (work: Promise<unknown>): Promise<ServiceError> => {
	const error = await work.then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	expect(error).toBeInstanceOf(ServiceError);
	return error as ServiceError;
};

const pickList: ApiRequest<unknown> = {
	method: 'GET',
	path: '/extractions',
	rateClass: 'list',
	schema: z.unknown(),
};

describe('what is around each call', () => {
	it('gets the request and may change it, and what it gives back counts', async () => {
		const asked: string[] = [];
		const { api, sent } = await connect([{ status: 200, body: { from: 'the service' } }], {
			around: async (request, call) => {
				asked.push(request.path);
				const response = await call({ ...request, path: '/changed' });
				return response;
			},
		});
		expect(await api.call(pickList)).toEqual({ from: 'the service' });
		expect(asked).toEqual(['/extractions']);
		expect(sent.map(({ url }) => url)).toEqual(['https://api.example.com/v1/changed']);
	});
});

describe('the signal of a request', () => {
	it('cuts it off between two tries, and stops no other request of the client', async () => {
		const limit = new AbortController();
		const { api, sent } = await connect([refusal(503, 'INTERNAL_ERROR')], { retry: BRIEF });
		const failed = failureOf(api.call({ ...pickList, signal: limit.signal }));
		while (sent.length < 1) await new Promise(setImmediate);
		limit.abort();
		expect((await failed).code).toBe('EXECUTION_CANCELLED');
		expect(sent).toHaveLength(1);
		expect((await failureOf(api.call(pickList))).code).toBe('INTERNAL_ERROR');
	});

	it('is the one that n8n gets, and otherwise that of the client', async () => {
		const seen: unknown[] = [];
		const own = new AbortController();
		const { api, context } = await connect([{ status: 200 }], { signal: () => own.signal });
		const { helpers } = context;
		const request = helpers.httpRequestWithAuthentication;
		helpers.httpRequestWithAuthentication = async function (this: unknown, ...args: unknown[]) {
			seen.push((this as { getExecutionCancelSignal(): unknown }).getExecutionCancelSignal());
			return await (request as (...all: unknown[]) => Promise<unknown>)(...args);
		} as typeof request;
		const limit = new AbortController();
		await api.call({ ...pickList, signal: limit.signal });
		await api.call(pickList);
		expect(seen).toEqual([limit.signal, own.signal]);
		expect(seen[0]).toBe(limit.signal);
		expect(api.signal).toBe(own.signal);
	});
});

describe('a 429 that asks for a day', () => {
	it('closes the gate for a quarter of an hour, so that a request can find out whether the service takes more', async () => {
		const tooMany = refusal(429, 'RATE_LIMITED', { retryable: true });
		const { api } = await connect([{ ...tooMany, headers: { 'retry-after': '86400' } } as Answer], {
			retry: BRIEF,
		});
		expect((await failureOf(api.call(pickList))).failure.retryAfterMs).toBe(86_400_000);
		const { failure } = await failureOf(api.call(pickList));
		expect(failure).toMatchObject({ code: 'RATE_LIMITED', notSent: true });
		expect(failure.retryAfterMs).toBeGreaterThan(14 * 60_000);
		expect(failure.retryAfterMs).toBeLessThanOrEqual(15 * 60_000);
	});
});

describe('deleting an extraction that is not found', () => {
	let passAsUsual: () => void;
	beforeEach(() => void (passAsUsual = leapOverPauses()));
	afterEach(() => passAsUsual());

	const notFound = refusal(404, 'EXTRACTION_NOT_FOUND');

	it.each([
		['a rate limit', refusal(429, 'RATE_LIMITED', { details: { retry_after_seconds: 0 } })],
		['a refused connection', { brokenBy: 'ECONNREFUSED' }],
	])('is an error after %s: nobody has deleted it', async (_what, first) => {
		const { api, sent } = await connect([first, notFound]);
		expect((await failureOf(deleteExtraction(api, 'an-id'))).code).toBe('EXTRACTION_NOT_FOUND');
		expect(sent).toHaveLength(2);
	});

	it.each([
		['is lost', []],
		['is lost before a refusal', [{ brokenBy: 'ECONNREFUSED' }]],
	])('has succeeded if the answer to the first try %s', async (_what, between) => {
		const { api } = await connect([{ brokenBy: 'ECONNRESET' }, ...between, notFound]);
		await expect(deleteExtraction(api, 'an-id')).resolves.toBeUndefined();
	});
});

describe('a stop during a submission', () => {
	const body = {
		submission_id: 'mail-1',
		upload_session_id: 'mail-1',
		file_ids: ['file-1'],
		task_name: 'Invoices',
		prompt: 'Total',
		output_structure: 'automatic' as const,
	};
	const received: Answer = {
		status: 202,
		body: { success: true, extraction_id: 'e-1', submission_state: 'received' },
	};

	afterEach(() => void jest.useRealTimers());

	it('gives back within two seconds although the service hangs', async () => {
		// In a time of its own: a busy machine takes longer.
		jest.useFakeTimers({ doNotFake: ['setImmediate'] });
		const { api, sent, stop } = await connect([new Promise<Answer>(() => undefined)]);
		const submitting = failureOf(submitExtraction(api, body));
		await new Promise(setImmediate);
		expect(sent).toHaveLength(1);
		stop();
		await jest.advanceTimersByTimeAsync(1999);
		const stillGoing = new Promise((resolve) => setImmediate(resolve, 'still going'));
		expect(await Promise.race([submitting, stillGoing])).toMatchObject({ code: 'EXECUTION_CANCELLED' });
	});

	it('tells a submission that was never sent from one that may have been carried out', async () => {
		const stopped = await connect([received]);
		stopped.stop();
		const before = await failureOf(submitExtraction(stopped.api, body));
		expect(before.failure).toMatchObject({ code: 'EXECUTION_CANCELLED', notSent: true });
		expect(stopped.sent).toEqual([]);

		const { api, sent, stop } = await connect([{ brokenBy: 'ECONNRESET' }]);
		const submitting = failureOf(submitExtraction(api, body));
		while (sent.length < 2) await new Promise(setImmediate);
		stop();
		const { failure } = await submitting;
		expect(failure.code).toBe('EXECUTION_CANCELLED');
		expect(failure.notSent).toBeFalsy();
	});

	it('still brings an answer that comes at once', async () => {
		let answer = (_: Answer): void => undefined;
		const { api, stop } = await connect([new Promise<Answer>((resolve) => (answer = resolve))]);
		const submitting = submitExtraction(api, body);
		await new Promise(setImmediate);
		stop();
		answer(received);
		expect(await submitting).toMatchObject({ extraction_id: 'e-1' });
	});

	it('lets the same submission be sent again by a connection that outlives it', async () => {
		const { api, stop } = await connect([new Promise<Answer>(() => undefined), received]);
		const submitting = failureOf(submitExtraction(api, body));
		await new Promise(setImmediate);
		stop();
		await submitting;
		const afterwards = await createClient(api.context, { signal: () => undefined, retry: BRIEF });
		expect(await submitExtraction(afterwards, body, { retry: BRIEF })).toMatchObject({
			extraction_id: 'e-1',
		});
	});
});

describe('the turn of a request', () => {
	let passAsUsual: () => void;
	beforeEach(() => void (passAsUsual = leapOverPauses()));
	afterEach(() => passAsUsual());

	const answers: Answer[] = [{ status: 200 }];
	const upTo = async (count: number, work: () => Promise<unknown>) =>
		await Promise.all(
			Array.from({ length: count }, async () => await work().catch((error: unknown) => error)),
		);

	it('is told to be out of reach when it does not come in time', async () => {
		const { api, sent } = await connect(answers, { retry: BRIEF, turnWithinMs: () => 200 });
		const results = await upTo(61, async () => await api.call(pickList));
		expect(sent).toHaveLength(60);
		expect(results.filter(isOutOfTurn)).toHaveLength(1);
	});

	it('that a service refused is no turn that did not come', async () => {
		const { api } = await connect([refusal(429, 'RATE_LIMITED', { details: { retry_after_seconds: 3600 } })]);
		expect(isOutOfTurn(await failureOf(api.call(pickList)))).toBe(false);
	});
});
