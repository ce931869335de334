import type { Scheduler } from '../../../engine';
import { BAD_FAITH, DATES, NAMES } from '../../support/openQuestions';
import { Client } from '../../support/sandboxFixture';
import { announced, jsonOf, startTrigger } from '../../support/triggerFixture';

describe('the questions of the trigger', () => {
	const watch = startTrigger();

	const ask = (...questions: Array<typeof DATES | typeof NAMES>) =>
		watch.control.createExtraction({ status: 'input_required', questions }).extraction_id;

	const answer = async (extractionId: string, question_id: string, text: string) =>
		await new Client(watch.sandbox.baseUrl, watch.sandbox.apiKey).post(
			`/extractions/${extractionId}/answers`,
			{ answers: [{ question_id, text }] },
		);

	const askedIn = async (trigger: Scheduler) =>
		jsonOf(await trigger.poll()).map(({ questions }) =>
			(questions as Array<typeof DATES>).map(({ question_id }) => question_id),
		);

	it('come with their choices and the time by which to answer', async () => {
		const trigger = await watch.active();
		const extraction_id = ask(DATES, NAMES);
		const [item] = jsonOf(await trigger.poll());
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

	it.each([true, false])('stay away when they are not wanted (simplified: %s)', async (simplify) => {
		const trigger = await watch.active({ includeQuestions: false, simplify });
		const extraction_id = ask(DATES);
		const [item] = jsonOf(await trigger.poll());
		expect(item).toMatchObject({
			event: 'input_required',
			extraction_id,
			answer_by: expect.stringMatching(/Z$/),
		});
		expect(item).not.toHaveProperty('questions');
	});

	it('are announced once for as long as they are the same', async () => {
		const trigger = await watch.active();
		ask(DATES);
		expect(await askedIn(trigger)).toEqual([['date_order']]);
		expect(await trigger.poll()).toEqual([]);
		await watch.control.advanceClock(60 * 60_000);
		expect(await trigger.poll()).toEqual([]);
	});

	it('are announced again with the second round', async () => {
		const trigger = await watch.active();
		const extraction_id = ask(DATES);
		expect(await askedIn(trigger)).toEqual([['date_order']]);
		watch.control.updateExtraction({ extraction_id, status: 'processing' });
		expect(await trigger.poll()).toEqual([]);
		watch.control.updateExtraction({ extraction_id, status: 'input_required', questions: [NAMES] });
		expect(await askedIn(trigger)).toEqual([['names']]);
		expect(await trigger.poll()).toEqual([]);
	});

	it('are announced again when no poll came between two rounds', async () => {
		const trigger = await watch.active();
		const extraction_id = ask(DATES);
		expect(await askedIn(trigger)).toEqual([['date_order']]);
		watch.control.updateExtraction({ extraction_id, status: 'input_required', questions: [NAMES] });
		expect(await askedIn(trigger)).toEqual([['names']]);
	});

	it('are not announced again when some of them have been answered', async () => {
		const trigger = await watch.active();
		const extraction_id = ask(DATES, NAMES);
		expect(await askedIn(trigger)).toEqual([['date_order', 'names']]);
		await answer(extraction_id, 'names', 'As printed');
		expect(await trigger.poll()).toEqual([]);
	});

	it('are announced again when an answer was refused', async () => {
		const trigger = await watch.active();
		const extraction_id = ask(DATES);
		expect(await askedIn(trigger)).toEqual([['date_order']]);
		await answer(extraction_id, 'date_order', BAD_FAITH);
		expect(jsonOf(await trigger.poll())).toMatchObject([
			{ event: 'input_required', questions: [{ question_id: 'date_order', previous_answer_rejected: true }] },
		]);
		expect(await trigger.poll()).toEqual([]);
	});

	it('of the first round after the activation are announced where those before were not', async () => {
		const extraction_id = ask(DATES);
		const trigger = await watch.active();
		expect(await trigger.poll()).toEqual([]);
		watch.control.updateExtraction({ extraction_id, status: 'input_required', questions: [NAMES] });
		expect(await askedIn(trigger)).toEqual([['names']]);
	});

	it('end in a cancellation when nobody answers in time', async () => {
		const trigger = await watch.active({ events: ['input_required', 'cancelled'] });
		const extraction_id = ask(DATES);
		expect(announced(await trigger.poll())).toEqual([`input_required ${extraction_id}`]);
		await watch.control.advanceClock(41 * 3_600_000);
		expect(jsonOf(await trigger.poll())).toMatchObject([
			{ event: 'cancelled', extraction_id, cancellation_reason: 'unanswered' },
		]);
	});

	it('cost nothing when they are not wanted', async () => {
		const trigger = await watch.active({ events: ['completed'] });
		ask(DATES);
		expect(await trigger.poll()).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
		expect(watch.asked()).toEqual(['GET /extractions', 'GET /extractions']);
	});
});
