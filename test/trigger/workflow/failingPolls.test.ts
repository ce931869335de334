import { announced, startTrigger } from '../../support/triggerFixture';

const LIST = 'GET /extractions';

describe('a poll that fails', () => {
	const watch = startTrigger();

	it.each([
		[
			'the service is overloaded',
			{ kind: 'rate_limited', retryAfterSeconds: 90 },
			{ cause: 'rate-limited', retryAfterMs: 90_000 },
			/^The service received too many requests/,
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
	] as const)('tells n8n when to go on: %s', async (_when, fault, failure, message) => {
		const trigger = await watch.active();
		watch.control.addFault({ endpoint: LIST, count: 3, ...fault });
		expect(await trigger.poll()).toEqual([]);
		expect(trigger.errors).toHaveLength(1);
		const [error] = trigger.errors as Array<Error & { failure: object }>;
		expect(error?.message).toMatch(message);
		expect(error?.failure).toEqual(failure);
	});

	it('tells nothing of the kind when waiting does not help', async () => {
		const trigger = await watch.active();
		watch.control.addFault({ endpoint: LIST, kind: 'error', code: 'NOT_FOUND', status: 404 });
		await trigger.poll();
		expect(trigger.errors).toMatchObject([
			{ message: expect.stringMatching(/^The service does not know this address/) },
		]);
		expect(trigger.errors[0]).not.toHaveProperty('failure');
	});

	it.each(['error', 'reset', 'html', 'truncated'] as const)(
		'does not disturb what the trigger knows: %s',
		async (kind) => {
			const trigger = await watch.active();
			const open = watch.control.createExtraction({ status: 'processing' }).extraction_id;
			await trigger.poll();
			const event = `completed ${watch.control.createExtraction({}).extraction_id}`;
			watch.control.addFault({ endpoint: LIST, kind, status: 500, count: 3 });
			expect(await trigger.poll()).toEqual([]);
			expect(trigger.errors).toHaveLength(1);
			watch.control.clearFaults();
			watch.control.updateExtraction({ extraction_id: open, status: 'completed' });
			expect(announced(await trigger.poll()).sort()).toEqual([event, `completed ${open}`].sort());
			expect(await trigger.poll()).toEqual([]);
		},
	);

	it('at activation says what is wrong, and activates when it is right again', async () => {
		const trigger = watch.trigger();
		watch.credential.apiKey = 'wrong-key';
		await expect(trigger.activate()).rejects.toThrow(/"The API key is missing or wrong/);
		watch.credential.apiKey = watch.sandbox.apiKey;
		await trigger.activate();
		const { extraction_id } = watch.control.createExtraction({});
		expect(announced(await trigger.poll())).toEqual([`completed ${extraction_id}`]);
	});

	it('at activation in the middle of the list takes no half of a baseline', async () => {
		const now = watch.control.now().getTime();
		const made = watch.control.createExtraction(
			Array.from({ length: 150 }, (_, index) => ({
				created_at: now - index * 60_000,
				status: index === 140 ? 'processing' : 'completed',
			})),
		);
		const trigger = watch.trigger();
		watch.control.addFault({ endpoint: LIST, kind: 'error', status: 500, after: 1, count: 3 });
		await expect(trigger.activate()).rejects.toThrow(/internal error/);
		await trigger.activate();
		const { extraction_id } = made[140]!;
		watch.control.updateExtraction({ extraction_id, status: 'completed' });
		expect(announced(await trigger.poll())).toEqual([`completed ${extraction_id}`]);
	});

	it('because the credential cannot be used says so without a request', async () => {
		const trigger = watch.trigger();
		watch.credential.baseUrl = 'http://api.example.com/v1';
		await expect(trigger.activate()).rejects.toThrow(/http/i);
		expect(watch.asked()).toEqual([]);
	});

	it('asks for single statuses again at the next poll where one cannot be had', async () => {
		const now = watch.control.now().getTime();
		const [old] = watch.control.createExtraction([
			{ status: 'processing', created_at: now - 180 * 60_000 },
			...Array.from({ length: 250 }, () => ({ created_at: now - 60 * 60_000 })),
			{},
		]);
		const trigger = await watch.active();
		watch.control.updateExtraction({ extraction_id: old!.extraction_id, status: 'completed' });
		watch.control.addFault({
			endpoint: 'GET /extractions/{extraction_id}',
			kind: 'error',
			status: 500,
			count: 3,
		});
		expect(await trigger.poll()).toEqual([]);
		expect(trigger.errors).toEqual([]);
		expect(announced(await trigger.poll())).toEqual([`completed ${old!.extraction_id}`]);
	});

	it('never shows the key', async () => {
		const trigger = await watch.active();
		for (const kind of ['error', 'reset', 'html', 'truncated', 'rate_limited'] as const) {
			watch.control.clearFaults();
			watch.control.addFault({ endpoint: LIST, kind, count: 3, retryAfterSeconds: 0.05 });
			await trigger.poll();
		}
		expect(trigger.errors).toHaveLength(5);
		for (const error of trigger.errors) {
			const shown = `${error.message} ${error.stack} ${JSON.stringify(error)}`;
			expect(shown).not.toContain(watch.sandbox.apiKey);
		}
	});
});
