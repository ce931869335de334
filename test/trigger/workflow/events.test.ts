import { announced, startTrigger } from '../../support/fixtures/triggerFixture';
import { jsonOf } from '../../support/items';

const ALL = ['cancelled', 'completed', 'failed', 'input_required'];

describe('the events of the trigger', () => {
	const trigger = startTrigger();

	const open = (task_name = 'Invoices of May') =>
		trigger.control.createExtraction({ status: 'processing', task_name, file_names: ['a.pdf', 'b.pdf'] })
			.extraction_id;

	it('announces an extraction once when it completes, with the simplified fields of it', async () => {
		const scheduler = await trigger.active();
		const extraction_id = open();
		expect(await scheduler.poll()).toEqual([]);
		trigger.control.updateExtraction({ extraction_id, status: 'completed', credits_deducted: 2 });
		expect(await scheduler.poll()).toEqual([
			{
				json: {
					task_name: 'Invoices of May',
					status: 'completed',
					created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
					submission_method: 'api',
					file_names: ['a.pdf', 'b.pdf'],
					file_names_truncated: false,
					file_count: 2,
					credits_deducted: 2,
					submitted_by: null,
					event: 'completed',
					submission_id: expect.any(String),
					extraction_id,
				},
			},
		]);
		expect(await scheduler.poll()).toEqual([]);
	});

	it('begins with what a person looks for in a table, and ends with the IDs', async () => {
		const scheduler = await trigger.active({ completedOutput: 'extractionWithRows', events: ['completed'] });
		trigger.control.createExtraction({});
		const [json] = jsonOf(await scheduler.poll());
		const columns = Object.keys(json!);
		expect(columns.slice(0, 5)).toEqual(['task_name', 'status', 'file_names', 'created_at', 'rows']);
		expect(columns.slice(-3)).toEqual(['event', 'submission_id', 'extraction_id']);
	});

	it('announces what was created and ended between two polls', async () => {
		const scheduler = await trigger.active();
		const [first, second] = trigger.control.createExtraction([
			{ created_at: trigger.control.now().getTime() - 2_000 },
			{ created_at: trigger.control.now().getTime() - 1_000 },
		]);
		expect(announced(await scheduler.poll())).toEqual([
			`completed ${first!.extraction_id}`,
			`completed ${second!.extraction_id}`,
		]);
	});

	it('announces neither what had ended at activation nor what asked its questions before', async () => {
		trigger.control.createExtraction(ALL.map((status) => ({ status })));
		const scheduler = await trigger.active({ events: ALL });
		expect(await scheduler.poll()).toEqual([]);
	});

	it('announces the end of what was open at activation', async () => {
		const processing = open();
		const { extraction_id: asking } = trigger.control.createExtraction({ status: 'input_required' });
		const scheduler = await trigger.active({ events: ALL });
		trigger.control.updateExtraction({ extraction_id: processing, status: 'completed' });
		trigger.control.updateExtraction({ extraction_id: asking, status: 'cancelled' });
		expect(announced(await scheduler.poll()).sort()).toEqual(
			[`cancelled ${asking}`, `completed ${processing}`].sort(),
		);
	});

	it('starts on everything, unless told otherwise: an extraction that nobody answered must not die unseen', async () => {
		const scheduler = await trigger.active();
		const made = trigger.control.createExtraction(ALL.map((status) => ({ status })));
		expect(announced(await scheduler.poll()).sort()).toEqual(
			made.map(({ status, extraction_id }) => `${status} ${extraction_id}`).sort(),
		);
	});

	it.each(ALL)('starts on nothing but the events chosen: %s', async (event) => {
		const scheduler = await trigger.active({ events: [event] });
		trigger.control.createExtraction(ALL.map((status) => ({ status })));
		expect(jsonOf(await scheduler.poll()).map(({ status }) => status)).toEqual([event]);
		expect(await scheduler.poll()).toEqual([]);
	});

	it.each([true, false])('tells the whole of a failure (simplified: %s)', async (simplify) => {
		const scheduler = await trigger.active({ simplify });
		const details = { file_names: ['a.pdf'] };
		const { extraction_id } = trigger.control.createExtraction({
			status: 'failed',
			error: { code: 'ENCRYPTED_FILE', message: 'a.pdf needs a password.', details },
		});
		const [item, ...others] = await scheduler.poll();
		expect(others).toEqual([]);
		expect(item?.json).toMatchObject({
			event: 'failed',
			extraction_id,
			status: 'failed',
			failure: {
				code: 'ENCRYPTED_FILE',
				message: 'A file is protected with a password: a.pdf',
				retryable: false,
				details,
				next_step: expect.stringMatching(/^Remove the password/),
			},
		});
		expect(item?.json).not.toHaveProperty('error');
	});

	it.each(['user', 'unanswered', 'answers_rejected'] as const)(
		'tells why an extraction was cancelled: %s',
		async (cancellation_reason) => {
			const scheduler = await trigger.active({ events: ['cancelled'] });
			const extraction_id = open();
			trigger.control.updateExtraction({
				extraction_id,
				status: 'cancelled',
				cancellation_reason,
				credits_deducted: 1,
			});
			expect(jsonOf(await scheduler.poll())).toMatchObject([
				{ event: 'cancelled', extraction_id, cancellation_reason, credits_deducted: 1 },
			]);
		},
	);

	it('gives the full record when not simplified', async () => {
		const scheduler = await trigger.active({ simplify: false });
		const { extraction_id } = trigger.control.createExtraction({ prompt: { fields: [{ name: 'Total' }] } });
		expect(jsonOf(await scheduler.poll())).toMatchObject([
			{
				event: 'completed',
				extraction_id,
				prompt: { fields: [{ name: 'Total' }] },
				options: { exclude_columns: [] },
				file_names: ['invoice.pdf'],
				pages: { successful_count: 1 },
				review_needed: { count: 0 },
			},
		]);
	});

	it('takes a status that it does not know for one that is not final', async () => {
		const scheduler = await trigger.active({ events: ALL });
		const extraction_id = open();
		trigger.control.updateExtraction({ extraction_id, status: 'hibernating' });
		expect(await scheduler.poll()).toEqual([]);
		trigger.control.updateExtraction({ extraction_id, status: 'completed' });
		expect(announced(await scheduler.poll())).toEqual([`completed ${extraction_id}`]);
	});

	it('says nothing of an extraction that was deleted while it was open', async () => {
		const scheduler = await trigger.active({ events: ALL });
		const extraction_id = open();
		expect(await scheduler.poll()).toEqual([]);
		await trigger.control.deleteExtraction({ extraction_id });
		expect(await scheduler.poll()).toEqual([]);
		expect(scheduler.errors).toEqual([]);
	});
});
