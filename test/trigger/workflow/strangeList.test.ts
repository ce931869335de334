import { announced, startTrigger } from '../../support/fixtures/triggerFixture';

interface List {
	extractions: unknown[];
}

describe('a list in which something cannot be read', () => {
	const trigger = startTrigger();

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
	])('does not keep the trigger from telling of the rest: %s', async (_what, alter) => {
		const scheduler = await trigger.active();
		const { extraction_id } = trigger.control.createExtraction({});
		trigger.control.addFault({
			endpoint: 'GET /extractions',
			kind: 'altered',
			alter: (list: List) => void alter(list),
			count: Infinity,
		});
		expect(announced(await scheduler.poll())).toEqual([`completed ${extraction_id}`]);
		expect(await scheduler.poll()).toEqual([]);
		expect(scheduler.errors).toEqual([]);
	});
});
