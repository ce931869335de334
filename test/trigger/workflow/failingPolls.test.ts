import type { Scheduler } from '../../../dev/engine';
import { announced, MINUTE, startTrigger } from '../../support/fixtures/triggerFixture';
import { LIST } from '../../support/endpoints';
import { jsonOf } from '../../support/items';

describe('a poll that fails', () => {
	const trigger = startTrigger();

	it.each([
		[
			'the service is overloaded',
			{ kind: 'rate_limited', retryAfterSeconds: 90 },
			{ cause: 'rate-limited', retryAfterMs: 90_000 },
			/^Too many requests/,
		],
		[
			'the key is wrong',
			{ kind: 'error', code: 'UNAUTHENTICATED', status: 401 },
			{ cause: 'credential-invalid' },
			/^The API key is missing or wrong/,
		],
		[
			'the key has expired',
			{ kind: 'error', code: 'API_KEY_EXPIRED', status: 401 },
			{ cause: 'credential-invalid' },
			/^The API key has expired/,
		],
		[
			'the key was revoked',
			{ kind: 'error', code: 'API_KEY_REVOKED', status: 401 },
			{ cause: 'credential-invalid' },
			/^The API key was revoked/,
		],
		[
			'the service has an error',
			{ kind: 'error', code: 'INTERNAL_ERROR', status: 500 },
			{ cause: 'temporarily-unavailable' },
			/^The service had an internal error/,
		],
		[
			'a proxy answers in place of the service',
			{ kind: 'html', status: 502 },
			{ cause: 'temporarily-unavailable' },
			/^The service could not be reached/,
		],
		[
			'the connection breaks',
			{ kind: 'reset' },
			{ cause: 'temporarily-unavailable' },
			/could not be reached/,
		],
		[
			'the answer is cut off',
			{ kind: 'truncated' },
			{ cause: 'temporarily-unavailable' },
			/could not be read/,
		],
	] as const)(
		'tells n8n when to go on, shows no key and disturbs nothing that the trigger knows: %s',
		async (_when, fault, failure, message) => {
			const scheduler = await trigger.active();
			const open = trigger.control.createExtraction({ status: 'processing' }).extraction_id;
			await scheduler.poll();
			const event = `completed ${trigger.control.createExtraction({}).extraction_id}`;
			trigger.control.addFault({ endpoint: LIST, count: 3, ...fault });
			expect(await scheduler.poll()).toEqual([]);
			expect(scheduler.errors).toHaveLength(1);
			const [error] = scheduler.errors as Array<Error & { failure: object }>;
			expect(error?.message).toMatch(message);
			expect(error?.failure).toEqual(failure);
			expect(`${error?.message} ${error?.stack} ${JSON.stringify(error)}`).not.toContain(
				trigger.sandbox.apiKey,
			);
			trigger.control.clearFaults();
			trigger.control.updateExtraction({ extraction_id: open, status: 'completed' });
			// As long as the service may have asked to wait, in a time that leaps.
			await new Promise((resolve) => setTimeout(resolve, 2 * MINUTE));
			expect(announced(await scheduler.poll()).sort()).toEqual([event, `completed ${open}`].sort());
			expect(await scheduler.poll()).toEqual([]);
		},
	);

	it('tells nothing of the kind when waiting does not help', async () => {
		const scheduler = await trigger.active();
		trigger.control.addFault({ endpoint: LIST, kind: 'error', code: 'NOT_FOUND', status: 404 });
		await scheduler.poll();
		expect(scheduler.errors).toMatchObject([
			{ message: expect.stringMatching(/^The service does not know this URL/) },
		]);
		expect(scheduler.errors[0]).not.toHaveProperty('failure');
	});

	it('at activation says what is wrong, and activates when it is right again', async () => {
		const scheduler = trigger.inactive();
		trigger.credential.apiKey = 'wrong-key';
		await expect(scheduler.activate()).rejects.toThrow(/"The API key is missing or wrong/);
		trigger.credential.apiKey = trigger.sandbox.apiKey;
		await scheduler.activate();
		const { extraction_id } = trigger.control.createExtraction({});
		expect(announced(await scheduler.poll())).toEqual([`completed ${extraction_id}`]);
	});

	const breakList = () =>
		trigger.control.addFault({ endpoint: LIST, kind: 'error', status: 503, count: 100 });
	const breakKey = () => (trigger.credential.apiKey = 'wrong-key');

	it.each<[string, () => unknown, (scheduler: Scheduler) => Promise<void>]>([
		['the start of n8n, while the service is down', breakList, async (n8n) => await n8n.restart()],
		['the start of n8n, with a wrong key', breakKey, async (n8n) => await n8n.restart()],
		['a change of the leader', breakKey, async (n8n) => await n8n.activate('leadershipChange')],
	])('does not keep the trigger from polling at %s', async (_when, breaks, begin) => {
		const scheduler = await trigger.active();
		const { extraction_id } = trigger.control.createExtraction({});
		breaks();
		await begin(scheduler);
		expect(scheduler.errors).toEqual([]);
		await scheduler.poll();
		expect(scheduler.errors).toHaveLength(1);
		trigger.control.clearFaults();
		trigger.credential.apiKey = trigger.sandbox.apiKey;
		expect(announced(await scheduler.poll())).toEqual([`completed ${extraction_id}`]);
	});

	it('at activation in the middle of the list takes no half of a baseline', async () => {
		const now = trigger.control.now().getTime();
		const made = trigger.control.createExtraction(
			Array.from({ length: 150 }, (_, index) => ({
				created_at: now - index * 60_000,
				status: index === 140 ? 'processing' : 'completed',
			})),
		);
		const scheduler = trigger.inactive();
		trigger.control.addFault({ endpoint: LIST, kind: 'error', status: 500, after: 1, count: 3 });
		await expect(scheduler.activate()).rejects.toThrow(/internal error/);
		await scheduler.activate();
		const { extraction_id } = made[140]!;
		trigger.control.updateExtraction({ extraction_id, status: 'completed' });
		expect(announced(await scheduler.poll())).toEqual([`completed ${extraction_id}`]);
	});

	it('because the credential cannot be used says so without a request', async () => {
		const scheduler = trigger.inactive();
		trigger.credential.baseUrl = 'http://api.example.com/v1';
		await expect(scheduler.activate()).rejects.toThrow(/http/i);
		expect(trigger.asked()).toEqual([]);
	});

	it('has not tried to read a status for which no request was free', async () => {
		const scheduler = await trigger.active({ events: ['input_required'] });
		const { extraction_id } = trigger.control.createExtraction({ status: 'input_required' });
		const endpoint = 'GET /extractions/{extraction_id}';
		trigger.control.addFault({ endpoint, kind: 'rate_limited', retryAfterSeconds: 0.01, count: 100 });
		// One more poll than there are tries, after which the questions would be announced as unreadable.
		for (let poll = 0; poll < 4; poll++) expect(await scheduler.poll()).toEqual([]);
		trigger.control.clearFaults();
		expect(jsonOf(await scheduler.poll())).toMatchObject([
			{ event: 'input_required', extraction_id, questions: [{}] },
		]);
	});
});
