import type { Scheduler } from '../../../dev/engine';
import { BAD_FAITH, DATES, NAMES } from '../../support/operations/openQuestions';
import { Client } from '../../support/fixtures/sandboxFixture';
import { announced, startTrigger } from '../../support/fixtures/triggerFixture';
import { jsonOf } from '../../support/items';

describe('the questions of the trigger', () => {
	const trigger = startTrigger();

	const ask = (...questions: Array<typeof DATES | typeof NAMES>) =>
		trigger.control.createExtraction({ status: 'input_required', questions }).extraction_id;

	const answer = async (extractionId: string, question_id: string, text: string) =>
		await new Client(trigger.sandbox.baseUrl, trigger.sandbox.apiKey).post(
			`/extractions/${extractionId}/answers`,
			{ answers: [{ question_id, text }] },
		);

	const askedIn = async (scheduler: Scheduler) =>
		jsonOf(await scheduler.poll()).map(({ questions }) =>
			(questions as Array<typeof DATES>).map(({ question_id }) => question_id),
		);

	it('come with their choices and the time by which to answer', async () => {
		const scheduler = await trigger.active();
		const extraction_id = ask(DATES, NAMES);
		const [item] = jsonOf(await scheduler.poll());
		expect(item).toMatchObject({
			event: 'input_required',
			extraction_id,
			status: 'input_required',
			task_name: 'Seeded extraction',
			questions: [DATES, NAMES],
		});
		const { created_at, answer_by } = item as { created_at: string; answer_by: string };
		expect(Date.parse(answer_by) - Date.parse(created_at)).toBe(40 * 3_600_000);
	});

	it.each([true, false])('come with the extraction (simplified: %s)', async (simplify) => {
		const scheduler = await trigger.active({ simplify });
		const extraction_id = ask(DATES);
		const [item] = jsonOf(await scheduler.poll());
		expect(item).toMatchObject({
			event: 'input_required',
			extraction_id,
			answer_by: expect.stringMatching(/Z$/),
			questions: [DATES],
		});
	});

	it('are announced once for as long as they are the same', async () => {
		const scheduler = await trigger.active();
		ask(DATES);
		expect(await askedIn(scheduler)).toEqual([['date_order']]);
		expect(await scheduler.poll()).toEqual([]);
		await trigger.control.advanceClock(60 * 60_000);
		expect(await scheduler.poll()).toEqual([]);
	});

	it('are announced again with the second round', async () => {
		const scheduler = await trigger.active();
		const extraction_id = ask(DATES);
		expect(await askedIn(scheduler)).toEqual([['date_order']]);
		trigger.control.updateExtraction({ extraction_id, status: 'processing' });
		expect(await scheduler.poll()).toEqual([]);
		trigger.control.updateExtraction({ extraction_id, status: 'input_required', questions: [NAMES] });
		expect(await askedIn(scheduler)).toEqual([['names']]);
		expect(await scheduler.poll()).toEqual([]);
	});

	it('are announced again when no poll came between two rounds', async () => {
		const scheduler = await trigger.active();
		const extraction_id = ask(DATES);
		expect(await askedIn(scheduler)).toEqual([['date_order']]);
		trigger.control.updateExtraction({ extraction_id, status: 'input_required', questions: [NAMES] });
		expect(await askedIn(scheduler)).toEqual([['names']]);
	});

	it('are not announced again when some of them have been answered', async () => {
		const scheduler = await trigger.active();
		const extraction_id = ask(DATES, NAMES);
		expect(await askedIn(scheduler)).toEqual([['date_order', 'names']]);
		await answer(extraction_id, 'names', 'As printed');
		expect(await scheduler.poll()).toEqual([]);
	});

	it('are announced again when an answer was refused', async () => {
		const scheduler = await trigger.active();
		const extraction_id = ask(DATES);
		expect(await askedIn(scheduler)).toEqual([['date_order']]);
		await answer(extraction_id, 'date_order', BAD_FAITH);
		expect(jsonOf(await scheduler.poll())).toMatchObject([
			{ event: 'input_required', questions: [{ question_id: 'date_order', previous_answer_rejected: true }] },
		]);
		expect(await scheduler.poll()).toEqual([]);
	});

	it('of the first round after the activation are announced where those before were not', async () => {
		const extraction_id = ask(DATES);
		const scheduler = await trigger.active();
		expect(await scheduler.poll()).toEqual([]);
		trigger.control.updateExtraction({ extraction_id, status: 'input_required', questions: [NAMES] });
		expect(await askedIn(scheduler)).toEqual([['names']]);
	});

	it('end in a cancellation when nobody answers in time', async () => {
		const scheduler = await trigger.active({ events: ['input_required', 'cancelled'] });
		const extraction_id = ask(DATES);
		expect(announced(await scheduler.poll())).toEqual([`input_required ${extraction_id}`]);
		await trigger.control.advanceClock(41 * 3_600_000);
		expect(jsonOf(await scheduler.poll())).toMatchObject([
			{ event: 'cancelled', extraction_id, cancellation_reason: 'unanswered' },
		]);
	});

	it('cost nothing when they are not wanted', async () => {
		const scheduler = await trigger.active({ events: ['completed'] });
		ask(DATES);
		expect(await scheduler.poll()).toEqual([]);
		expect(await scheduler.poll()).toEqual([]);
		expect(trigger.asked()).toEqual(['GET /extractions', 'GET /extractions']);
	});
});
