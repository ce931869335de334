import { LIST, STATUS } from '../../support/endpoints';
import { Client } from '../../support/fixtures/sandboxFixture';
import { announced, startTrigger } from '../../support/fixtures/triggerFixture';
import { jsonOf } from '../../support/items';
import { BAD_FAITH, DATES, NAMES } from '../../support/operations/openQuestions';

interface List {
	extractions: unknown[];
}

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

	it.each([true, false])(
		'tells the questions with their choices and the time by which to answer (simplified: %s)',
		async (simplify) => {
			const scheduler = await trigger.active({ simplify });
			const questions = [DATES, NAMES];
			const { extraction_id } = trigger.control.createExtraction({ status: 'input_required', questions });
			const [json] = jsonOf(await scheduler.poll());
			expect(json).toMatchObject({
				event: 'input_required',
				extraction_id,
				status: 'input_required',
				questions,
			});
			const { created_at, answer_by } = json as { created_at: string; answer_by: string };
			expect(Date.parse(answer_by) - Date.parse(created_at)).toBe(40 * 3_600_000);
		},
	);

	it('tells a question again whose answer was refused, and not one less that is answered', async () => {
		const scheduler = await trigger.active();
		const questions = [DATES, NAMES];
		const { extraction_id } = trigger.control.createExtraction({ status: 'input_required', questions });
		const answer = async (question_id: string, text: string) =>
			await new Client(trigger.sandbox.baseUrl, trigger.sandbox.apiKey).post(
				`/extractions/${extraction_id}/answers`,
				{ answers: [{ question_id, text }] },
			);
		expect(await scheduler.poll()).toHaveLength(1);
		await answer('names', 'As printed');
		expect(await scheduler.poll()).toEqual([]);
		await answer('date_order', BAD_FAITH);
		expect(jsonOf(await scheduler.poll())).toMatchObject([
			{ event: 'input_required', questions: [{ question_id: 'date_order', previous_answer_rejected: true }] },
		]);
		expect(await scheduler.poll()).toEqual([]);
	});

	it('asks for no questions that nobody wants', async () => {
		const scheduler = await trigger.active({ events: ['completed'] });
		trigger.control.createExtraction({ status: 'input_required', questions: [DATES] });
		expect([await scheduler.poll(), await scheduler.poll()]).toEqual([[], []]);
		expect(trigger.asked()).toEqual([LIST, LIST]);
	});

	it('asks the service to hold no request', async () => {
		const scheduler = await trigger.active({ events: ALL });
		const [extraction_id] = [open(), ...ALL.map((status) => trigger.control.createExtraction({ status }))];
		await scheduler.poll();
		trigger.control.updateExtraction({ extraction_id, status: 'cancelled' });
		await scheduler.poll();
		expect(trigger.asked()).toContain(STATUS);
		expect(trigger.control.requests().filter(({ query }) => query && 'wait' in query)).toEqual([]);
	});

	it.each<[string, (list: List) => unknown]>([
		['an entry that is null', ({ extractions }) => extractions.push(null)],
		[
			'an extraction without a status',
			({ extractions }) => extractions.push({ ...(extractions[0] as object), status: null }),
		],
		[
			'null for a list of names',
			({ extractions }) => Object.assign(extractions[0] as object, { file_names_preview: null }),
		],
	])('tells of the rest of a list in which something cannot be read: %s', async (_what, alter) => {
		const scheduler = await trigger.active();
		const { extraction_id } = trigger.control.createExtraction({});
		const fault = { endpoint: LIST, kind: 'altered', count: Infinity } as const;
		trigger.control.addFault({ ...fault, alter: (list: List) => void alter(list) });
		expect(announced(await scheduler.poll())).toEqual([`completed ${extraction_id}`]);
		expect(await scheduler.poll()).toEqual([]);
		expect(scheduler.errors).toEqual([]);
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
});
