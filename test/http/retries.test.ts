import { services } from '../../nodes/DocumentDataExtraction/api/rate/services';
import { cutOff, json, page, refusal, reset, type Answer } from '../support/http/answers';
import { MAIN_JOB, partAddresses, stored, WELL, type Step } from '../support/http/service';
import { HttpFixture } from '../support/fixtures/HttpFixture';

let http: HttpFixture;
beforeEach(async () => {
	http = await HttpFixture.open();
});
afterEach(async () => await http.close());

const AT_ONCE = { 'Retry-After': '0' };
const LONG_AGO = new Date(0).toISOString();

const internalError = refusal(500, 'INTERNAL_ERROR', { retryable: true, headers: AT_ONCE });
const badGateway: Answer = { status: 502, body: '<html>Bad Gateway</html>', headers: AT_ONCE };

/** The status is asked for beside the details, so it stands before their repetition. */
const twice = (step: Step): Step[] =>
	step === 'details'
		? MAIN_JOB.flatMap((taken) => (taken === 'status' ? [taken, step] : [taken]))
		: MAIN_JOB.flatMap((taken) => (taken === step ? [taken, taken] : [taken]));

/** Runs the main job with a failure at one step, and expects its repetition to bring the rows. */
async function expectRepeated(step: Step, failure: Answer): Promise<void> {
	http.planJob({ [step]: [failure, WELL[step]] });
	const run = await http.extract();
	expect(run.error).toBeUndefined();
	expect(run.items.map((item) => item.json)).toEqual([
		{ Total: 12.5, 'Source File': 'invoice.pdf (Page 1)' },
	]);
	expect(http.steps).toEqual(twice(step));
	const [first, second] = http.sentAt(step);
	// The status as well: what fails at once was not cut by a proxy for being held.
	expect(second).toEqual(first);
	http.expectAllAsPlanned();
}

describe('what may pass is sent once more, the same in every byte', () => {
	it.each(MAIN_JOB)(
		'after an internal error at %s',
		async (step) => await expectRepeated(step, internalError),
	);

	it.each(MAIN_JOB)('after a broken connection at %s', async (step) => await expectRepeated(step, reset));

	it.each(MAIN_JOB.filter((step) => step !== 'put'))(
		'after JSON that is cut off at %s',
		async (step) => await expectRepeated(step, cutOff(WELL[step])),
	);

	it.each(MAIN_JOB)(
		"after a gateway's web page at %s",
		async (step) => await expectRepeated(step, badGateway),
	);

	it.each(MAIN_JOB.filter((step) => step !== 'session'))(
		'after a web page with HTTP 200 at %s, from an address that has responded as the service before',
		async (step) => {
			services.clear();
			await expectRepeated(step, page(200));
		},
	);

	it('after a part was stored without an ETag', async () =>
		await expectRepeated('put', { status: 200, body: '', headers: {} }));

	it.each([
		['submit', refusal(503, 'SUBMISSIONS_PAUSED', { retryable: true })],
		['submit', refusal(503, 'SUBMISSIONS_PAUSED', { retryable: true, details: { resumes_at: LONG_AGO } })],
		['complete', refusal(502, 'UPLOAD_COMPLETE_FAILED', { retryable: true, headers: AT_ONCE })],
		['parts', refusal(418, 'CODE_OF_THE_FUTURE', { retryable: true, headers: AT_ONCE })],
	] as Array<[Step, Answer]>)(
		'after the passing failure of %s',
		async (step, failure) => await expectRepeated(step, failure),
	);

	it('as often as it takes', async () => {
		http.plan('balance', ...Array<Answer>(5).fill(internalError), WELL.balance);
		const run = await http.getBalance();
		expect(run.items[0]?.json).toMatchObject({ credits_available: 42 });
		http.expectAllAsPlanned();
	});

	it('and is reported as the service put it when the time is over', async () => {
		http.plan('balance', ...Array<Answer>(50).fill(internalError));
		const run = await http.getBalance();
		expect(http.steps.length).toBeGreaterThanOrEqual(6);
		expect(run.error?.message).toBe('The service had an internal error: In words: INTERNAL_ERROR');
	});
});

describe('the pause that the service asks for', () => {
	/** Fails at a step, then succeeds. @returns how long it paused, in seconds */
	async function pauseAfter(step: Step, failure: Answer, success = WELL[step]): Promise<number> {
		http.planJob({ [step]: [failure, success] });
		const run = await http.extract();
		expect(run.error).toBeUndefined();
		expect(http.steps).toEqual(twice(step));
		return http.pauseAt(step) / 1000;
	}

	/** What is asked for and not much more: the first request after a refusal waits a moment longer. */
	const expectPause = (seconds: number, asked: number) => {
		expect(seconds).toBeGreaterThanOrEqual(asked);
		expect(seconds).toBeLessThan(asked + 1);
	};

	it.each(MAIN_JOB.filter((step) => step !== 'put'))('is kept after a rate limit at %s', async (step) => {
		const limited = refusal(429, 'RATE_LIMITED', { retryable: true, headers: { 'Retry-After': '7' } });
		expectPause(await pauseAfter(step, limited), 7);
	});

	it.each([
		[
			'the details',
			'submit',
			refusal(429, 'RATE_LIMITED', { retryable: true, details: { retry_after_seconds: 7 } }),
		],
		['a proxy', 'results', { status: 429, body: '<html>Slow down</html>', headers: { 'Retry-After': '7' } }],
		['the storage', 'put', { status: 503, body: '', headers: { 'Retry-After': '7' } }],
	] as Array<[string, Step, Answer]>)('is kept when it is told by %s', async (_who, step, failure) =>
		expectPause(await pauseAfter(step, failure), 7),
	);

	it('lasts until a deploy is over', async () => {
		const error = { code: 'SUBMISSIONS_PAUSED', message: 'Paused', retryable: true };
		const paused: Answer = {
			status: 503,
			body: () => {
				const details = { resumes_at: new Date(Date.now() + 8000).toISOString() };
				return JSON.stringify({ success: false, error: { ...error, details } });
			},
			headers: {},
		};
		expectPause(await pauseAfter('submit', paused), 8);
	});

	it('is not waited for when it is longer than anybody would wait', async () => {
		http.plan(
			'balance',
			refusal(429, 'RATE_LIMITED', { retryable: true, details: { retry_after_seconds: 3600 } }),
		);
		const run = await http.getBalance();
		expect(run.error?.message).toMatch(/^Too many requests in a minute with this API key/);
		expect(http.steps).toEqual(['balance']);
	});

	it('holds for everybody who uses the same key', async () => {
		http.plan(
			'balance',
			refusal(429, 'RATE_LIMITED', { retryable: true, details: { retry_after_seconds: 3600 } }),
		);
		await http.getBalance();
		const run = await http.getBalance();
		expect(run.error?.message).toMatch(/^Too many requests in a minute with this API key/);
		expect(http.steps).toEqual(['balance']);
		http.expectAllAsPlanned();
	});
});

describe('what will not pass is sent once', () => {
	it.each([
		['a wrong key', refusal(401, 'UNAUTHENTICATED'), /^The API key is missing or wrong/],
		[
			'a web page',
			page(200),
			/^Something other than the service responded: HTTP 200 with a web page instead of JSON/,
		],
		['a blocking page', page(403), /^Something other than the service responded: HTTP 403 with a web page/],
		[
			'other JSON',
			json({ hello: 'world' }),
			/^The response of the service could not be read: The response does not have the documented form/,
		],
		[
			'other JSON with an error',
			json({ message: 'No route' }, 404),
			/^Something other than the service responded: HTTP 404/,
		],
		[
			'an unknown code',
			refusal(422, 'CODE_OF_THE_FUTURE', { message: 'Bananas are out' }),
			/^Bananas are out/,
		],
		[
			'a strange broken connection',
			{ brokenBy: 'CERT_HAS_EXPIRED' },
			/^The service could not be reached: the certificate is not valid at api\.example\.com \(CERT_HAS_EXPIRED\)/,
		],
	] as Array<[string, Answer, RegExp]>)('%s', async (_what, failure, message) => {
		// As in a process in which the address has not been used yet.
		services.clear();
		http.planJob({
			session: [failure],
			parts: [],
			put: [],
			complete: [],
			submit: [],
			details: [],
			status: [],
			results: [],
		});
		const run = await http.extract();
		expect(run.error?.message).toMatch(message);
		expect(run.error?.description).toMatch(/\([A-Z_]+\)$/);
		expect(http.steps).toEqual(['session']);
		http.expectAllAsPlanned();
	});
});

describe('too few credits for a session', () => {
	const tooFew = refusal(402, 'INSUFFICIENT_CREDITS');

	it('are told once the submission has shown that nothing was extracted before', async () => {
		const issues = [{ path: ['upload_session_id'], message: 'No such session' }];
		http.planJob({
			session: [tooFew],
			parts: [],
			put: [],
			complete: [],
			submit: [refusal(400, 'INVALID_INPUT', { details: { issues } })],
			details: [],
			status: [],
			results: [],
		});
		const run = await http.extract();
		expect(run.error?.message).toMatch(/^Not enough credits/);
		expect(http.steps).toEqual(['session', 'submit']);
		http.expectAllAsPlanned();
	});

	it('keep nobody from what is extracted and paid', async () => {
		http.planJob({ session: [tooFew], parts: [], put: [], complete: [] });
		const run = await http.extract();
		expect(run.error).toBeUndefined();
		expect(run.items.map(({ json: row }) => row.Total)).toEqual([12.5]);
		expect(http.steps).toEqual(['session', 'submit', 'details', 'status', 'results']);
		http.expectAllAsPlanned();
	});
});

describe('a part that its storage refuses', () => {
	const forbidden: Answer = { status: 403, body: '<Error>Request has expired</Error>', headers: {} };

	it('goes to a new address, once', async () => {
		http.planJob({
			parts: [partAddresses(1, 1), partAddresses(1, 1)],
			put: [forbidden, stored('"e2"')],
		});
		const run = await http.extract();
		expect(run.items).toHaveLength(1);
		expect(http.steps.slice(0, 5)).toEqual(['session', 'parts', 'put', 'parts', 'put']);
		expect(http.sentAt('complete')[0]?.body).toContain('"e_tag":"\\"e2\\""');
		expect(http.sentAt('put').map(({ body }) => body)).toEqual(['255044462dff', '255044462dff']);
	});

	it('fails with its file when the new address is refused too', async () => {
		http.planJob({
			parts: [partAddresses(1, 1), partAddresses(1, 1)],
			put: [forbidden, forbidden],
			complete: [],
			submit: [],
			details: [],
			status: [],
			results: [],
		});
		const run = await http.extract();
		expect(run.error?.message).toBe(
			'The file storage of the service refused the URL for the transfer: The storage at storage.example.com responded with HTTP 403; invoice.pdf',
		);
		http.expectAllAsPlanned();
	});

	it('fails when it is stored without an ETag, again and again', async () => {
		http.planJob({
			put: Array<Answer>(50).fill({ status: 200, body: '', headers: {} }),
			complete: [],
			submit: [],
			status: [],
			results: [],
		});
		const run = await http.extract();
		expect(run.error?.message).toBe(
			'The file storage of the service refused the transfer: The storage at storage.example.com returned no ETag for an uploaded part; invoice.pdf',
		);
	});

	it('fails at once when it is refused for good', async () => {
		http.planJob({
			put: [{ status: 400, body: '<Error/>', headers: {} }],
			complete: [],
			submit: [],
			status: [],
			results: [],
		});
		const run = await http.extract();
		expect(run.error?.message).toMatch(
			/^The file storage of the service refused the transfer: .* HTTP 400; invoice\.pdf/,
		);
		expect(http.sentAt('put')).toHaveLength(1);
	});
});

describe('an answer that lacks what was asked for', () => {
	it('is no file that n8n could not read: the address of a part', async () => {
		http.planJob({
			parts: [partAddresses(2, 2)],
			put: [],
			complete: [],
			submit: [],
			status: [],
			results: [],
		});
		const run = await http.extract();
		expect(run.error?.message).toBe(
			'The response of the service could not be read: The response lacks the URL of part 1; invoice.pdf',
		);
	});

	it('is no file that n8n could not read: the part size of a file', async () => {
		const issues = [{ message: 'is not completed', path: ['file_ids', 0] }];
		const refused = { code: 'INVALID_INPUT', message: 'Refused', retryable: false, details: { issues } };
		const three = <T>(answer: T): T[] => [answer, answer, answer];
		http.planJob({
			session: three(json({ success: true, upload_session_id: 'mail-1', files: [] })),
			parts: [],
			put: [],
			complete: [],
			submit: three(json({ success: false, error: refused }, 400)),
			status: [],
			results: [],
		});
		const run = await http.extract();
		expect(run.error?.message).toMatch(
			/^The service lost a file that was uploaded: the upload session does not list it; invoice\.pdf$/,
		);
	});
});

describe('a download that is refused', () => {
	it('begins anew with a new address', async () => {
		http.planJob({
			output: [WELL.output, WELL.output],
			download: [{ status: 403, body: '<Error/>', headers: {} }, WELL.download],
		});
		const run = await http.extract({ output: 'files' });
		expect(run.error).toBeUndefined();
		expect(http.steps.slice(-4)).toEqual(['output', 'download', 'output', 'download']);
		http.expectAllAsPlanned();
	});
});
