import type { INodeParameters } from 'n8n-workflow';
import type { Persistence } from '../../../dev/engine';
import { startTrigger } from '../../support/fixtures/triggerFixture';
import { jsonOf } from '../../support/items';
import { until } from '../../support/until';

type Extra = 'results' | 'output' | 'details';
type Refusal = [code?: string, status?: number];
const NOT_YET: Refusal = ['OUTPUT_NOT_AVAILABLE', 404];

const ROWS = { completedOutput: 'extractionWithRows' };
const FILES = { completedOutput: 'extractionWithFiles', formats: ['csv', 'json'] };

describe('an extra that cannot be fetched', () => {
	const trigger = startTrigger();

	/** Fails that endpoint until told otherwise. */
	const fail = (endpoint: Extra, code = 'INTERNAL_ERROR', status = 500) =>
		trigger.control.addFault({
			endpoint: `GET /extractions/{extraction_id}/${endpoint}`,
			kind: 'error',
			code,
			status,
			count: 1_000,
		});

	it.each<[string, INodeParameters, Extra, 'completed' | 'failed', Refusal]>([
		['rows', ROWS, 'results', 'completed', []],
		['files', FILES, 'output', 'completed', []],
		['the message of a failure', {}, 'details', 'failed', []],
		['the full record', { simplify: false }, 'details', 'completed', []],
		['rows that a server does not have yet', ROWS, 'results', 'completed', NOT_YET],
		['files that a server does not have yet', FILES, 'output', 'completed', NOT_YET],
		['a key that is revoked between two requests', ROWS, 'results', 'completed', ['API_KEY_REVOKED', 401]],
	])('is tried again at the next poll: %s', async (_name, parameters, endpoint, status, refusal) => {
		const scheduler = await trigger.active(parameters);
		fail(endpoint, ...refusal);
		const { extraction_id } = trigger.control.createExtraction({ status });
		expect(await scheduler.poll()).toEqual([]);
		expect(scheduler.errors).toEqual([]);
		trigger.control.clearFaults();
		const [json] = jsonOf(await scheduler.poll());
		expect(json).toMatchObject({ event: status, extraction_id });
		expect(json).not.toHaveProperty('missing');
		expect(await scheduler.poll()).toEqual([]);
	});

	it.each<[string, Persistence, string, number, object]>([
		...(['memory', 'durable', 'cursor'] as const).map(
			(persistence): [string, Persistence, string, number, object] => [
				`the service fails, state: ${persistence}`,
				persistence,
				'INTERNAL_ERROR',
				500,
				{ message: expect.stringMatching(/^The service had an internal error/), retryable: true },
			],
		),
		['the key may list and not read it: FORBIDDEN', 'memory', 'FORBIDDEN', 403, {}],
		['the key may list and not read it: UNAUTHENTICATED', 'memory', 'UNAUTHENTICATED', 401, {}],
	])(
		'is announced without after the third poll, with the reason, if %s',
		async (_why, persistence, code, status, reason) => {
			const scheduler = await trigger.active(ROWS, persistence);
			fail('results', code, status);
			const { extraction_id } = trigger.control.createExtraction({ task_name: 'Invoices' });
			expect([await scheduler.poll(), await scheduler.poll()]).toEqual([[], []]);
			const [json, ...others] = jsonOf(await scheduler.poll());
			expect(others).toEqual([]);
			expect(json).toMatchObject({
				event: 'completed',
				extraction_id,
				task_name: 'Invoices',
				status: 'completed',
				missing: { code, next_step: expect.any(String), ...reason },
			});
			expect(json).not.toHaveProperty('error');
			expect(json).not.toHaveProperty('rows');
			expect(await scheduler.poll()).toEqual([]);
		},
	);

	it('belongs to an extraction that was deleted in the meantime: its event is not lost', async () => {
		const scheduler = await trigger.active({ ...ROWS, events: ['completed', 'cancelled', 'failed'] });
		fail('results');
		const { extraction_id } = trigger.control.createExtraction({ task_name: 'Invoices' });
		expect(await scheduler.poll()).toEqual([]);
		await trigger.control.deleteExtraction({ extraction_id });
		trigger.control.clearFaults();
		expect(jsonOf(await scheduler.poll())).toMatchObject([
			{ event: 'completed', extraction_id, missing: { code: 'EXTRACTION_NOT_FOUND' } },
		]);
		expect(await scheduler.poll()).toEqual([]);
	});

	describe('while requests are refused, after which they go out less often for a while', () => {
		it('waits for its turn when the requests of the minute are used up', async () => {
			const scheduler = await trigger.active(ROWS);
			trigger.control.addFault({
				endpoint: 'GET /extractions/{extraction_id}/results',
				kind: 'rate_limited',
				retryAfterSeconds: 0.05,
				count: Infinity,
			});
			const { extraction_id } = trigger.control.createExtraction({});
			for (let poll = 1; poll <= 4; poll++) expect(await scheduler.poll()).toEqual([]);
			trigger.control.clearFaults();
			const items = await until('the event', async () => {
				const polled = await scheduler.poll();
				return polled.length > 0 && polled;
			});
			const [json] = jsonOf(items);
			expect(json).toMatchObject({ event: 'completed', extraction_id, rows: [{}] });
			expect(json).not.toHaveProperty('missing');
		});

		it('is announced without when it takes more requests than there are in a minute', async () => {
			const scheduler = await trigger.active(ROWS);
			const { extraction_id } = trigger.control.createExtraction({ rowCount: 2_000 });
			const polls = [];
			for (let poll = 1; poll <= 3; poll++) {
				trigger.control.clearFaults();
				trigger.control.addFault({
					endpoint: 'GET /extractions/{extraction_id}/results',
					kind: 'rate_limited',
					retryAfterSeconds: 0.05,
					after: 1,
					count: 3,
				});
				polls.push(jsonOf(await scheduler.poll()));
			}
			expect(polls).toMatchObject([
				[],
				[],
				[{ event: 'completed', extraction_id, missing: { code: 'RATE_LIMITED' } }],
			]);
		});
	});

	it('never carries the key or a signed address into an item', async () => {
		const scheduler = await trigger.active({ completedOutput: 'extractionWithFiles', formats: ['csv'] });
		trigger.control.addFault({ endpoint: 'GET download', kind: 'error', status: 404, count: 1_000 });
		trigger.control.createExtraction({});
		const item = JSON.stringify(await scheduler.poll());
		expect(item).toContain('"missing"');
		expect(item).not.toContain(trigger.sandbox.apiKey);
		expect(item).not.toMatch(/signature|expires=|\?[a-z]+=/i);
	});
});
