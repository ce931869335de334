import { startTrigger } from '../../support/fixtures/triggerFixture';
import { LIST } from '../../support/endpoints';
import { jsonOf } from '../../support/items';
import { TRIGGER_TYPE } from '../../support/names';

describe('a test run of the trigger in the editor', () => {
	const trigger = startTrigger();

	it('shows the latest three that would have been announced, newest first', async () => {
		const now = trigger.control.now().getTime();
		trigger.control.createExtraction(
			['first', 'second', 'third', 'fourth'].map((task_name, index) => ({
				task_name,
				created_at: now - 60 * 60_000 + index,
			})),
		);
		trigger.control.createExtraction([{ status: 'processing' }, { status: 'input_required' }]);
		const items = jsonOf(await trigger.test({ events: ['completed'] }));
		expect(items.map(({ task_name }) => task_name)).toEqual(['fourth', 'third', 'second']);
		expect(items[0]).toMatchObject({ event: 'completed', status: 'completed' });
	});

	it('shows each event in its shape', async () => {
		trigger.control.createExtraction([
			{ status: 'failed', error: { code: 'NO_PAGES_FOUND' } },
			{ status: 'input_required' },
			{ status: 'cancelled', cancellation_reason: 'user' },
		]);
		const items = jsonOf(await trigger.test({ events: ['failed', 'input_required', 'cancelled'] }));
		expect(items).toHaveLength(3);
		expect(Object.fromEntries(items.map((json) => [json.event, json]))).toMatchObject({
			failed: { failure: { code: 'NO_PAGES_FOUND', next_step: expect.stringMatching(/./) } },
			input_required: { questions: [{ question_id: 'date_order' }], answer_by: expect.any(String) },
			cancelled: { cancellation_reason: 'user' },
		});
	});

	it('shows rows in the chosen shape, the first hundred', async () => {
		trigger.control.createExtraction({ rowCount: 250 });
		const [perExtraction] = jsonOf(await trigger.test({ completedOutput: 'extractionWithRows' }));
		expect(perExtraction?.rows).toHaveLength(100);
		const perRow = jsonOf(await trigger.test({ completedOutput: 'rows' }));
		expect(perRow).toHaveLength(100);
		expect(perRow[99]).toMatchObject({ event: 'completed', 'Invoice Number': 'INV-000100' });
	});

	it('a test run shows files', async () => {
		trigger.control.createExtraction({ task_name: 'Invoices' });
		const [item] = await trigger.test({ completedOutput: 'extractionWithFiles', formats: ['json'] });
		expect(item?.binary?.data).toMatchObject({ fileName: 'Invoices.json' });
	});

	it('shows one whose files have expired all the same, with the reason', async () => {
		trigger.control.createExtraction({});
		await trigger.control.advanceClock(91 * 24 * 60 * 60_000);
		const items = jsonOf(await trigger.test({ completedOutput: 'extractionWithFiles', formats: ['csv'] }));
		expect(items).toMatchObject([{ event: 'completed', missing: { code: 'OUTPUT_EXPIRED' } }]);
	});

	it('looks beyond the first page', async () => {
		const now = trigger.control.now().getTime();
		trigger.control.createExtraction([
			{ task_name: 'Invoices', created_at: now - 60_000 },
			...Array.from({ length: 150 }, () => ({ task_name: 'Receipts' })),
		]);
		const items = jsonOf(await trigger.test({ filters: { taskNameContains: 'invoices' } }));
		expect(items.map(({ task_name }) => task_name)).toEqual(['Invoices']);
	});

	it('says what to do if none matches', async () => {
		trigger.control.createExtraction({ status: 'processing' });
		for (const parameters of [{}, { filters: { submissionMethod: 'web_app' } }])
			await expect(trigger.test(parameters)).rejects.toMatchObject({
				message: 'No extraction matches yet',
				description: expect.stringMatching(
					/^Run one that fits the filters and test again, or change Trigger On and Filters\. A published \(active\) workflow starts with the next one that matches\.$/,
				),
			});
	});

	it('remembers nothing: the trigger announces what a test run has shown', async () => {
		const scheduler = await trigger.active();
		const { extraction_id } = trigger.control.createExtraction({});
		const [shown] = jsonOf(await trigger.test());
		expect(shown).toMatchObject({ extraction_id });
		expect(jsonOf(await scheduler.poll())).toEqual([shown]);
		expect((await trigger.engine.poll({ type: TRIGGER_TYPE, mode: 'manual' })).staticDataChanged).toBe(false);
	});

	it('says when the key is wrong', async () => {
		trigger.credential.apiKey = 'wrong-key';
		await expect(trigger.test()).rejects.toThrow(/^The API key is missing or wrong/);
	});

	it('a test run holds no request', async () => {
		trigger.control.createExtraction([{ status: 'input_required' }, { status: 'failed' }]);
		await trigger.test();
		expect(trigger.asked()[0]).toBe(LIST);
		expect(trigger.control.requests().filter(({ query }) => query && 'wait' in query)).toEqual([]);
	});
});
