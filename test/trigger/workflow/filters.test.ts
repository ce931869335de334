import type { INodeParameters } from 'n8n-workflow';
import { announced, MINUTE, startTrigger } from '../../support/fixtures/triggerFixture';
import { jsonOf } from '../../support/items';

describe('the filters of the trigger', () => {
	const trigger = startTrigger();

	it.each([
		['api', 'Through the API'],
		['web_app', 'In the web app'],
	])('lets through what was submitted by %s', async (submissionMethod, task_name) => {
		const scheduler = await trigger.active({ filters: { submissionMethod } });
		trigger.control.createExtraction([
			{ submission_method: 'api', task_name: 'Through the API' },
			{ submission_method: 'web_app', task_name: 'In the web app' },
		]);
		expect(jsonOf(await scheduler.poll()).map((json) => json.task_name)).toEqual([task_name]);
		expect(await scheduler.poll()).toEqual([]);
	});

	it('lets through the task names that contain a text, in upper or lower case', async () => {
		const scheduler = await trigger.active({ filters: { taskNameContains: ' INVOICES ' } });
		trigger.control.createExtraction([
			{ task_name: 'Invoices of May' },
			{ task_name: 'May: all invoices' },
			{ task_name: 'Receipts' },
		]);
		const names = jsonOf(await scheduler.poll()).map((json) => json.task_name);
		expect(names.sort()).toEqual(['Invoices of May', 'May: all invoices']);
	});

	it('takes an umlaut as one character or two, as macOS names files', async () => {
		const scheduler = await trigger.active({ filters: { taskNameContains: 'MÜLLER' } });
		trigger.control.createExtraction([
			{ task_name: 'Müller GmbH'.normalize('NFD') },
			{ task_name: 'Müller GmbH' },
			{ task_name: 'Muller Ltd' },
		]);
		expect(await scheduler.poll()).toHaveLength(2);
	});

	it.each([
		[true, ['NO_PAGES_FOUND']],
		[false, ['CONCURRENT_TASK_LIMIT', 'NO_PAGES_FOUND']],
		[undefined, ['CONCURRENT_TASK_LIMIT', 'NO_PAGES_FOUND']],
	])(
		'may leave out those that failed for lack of a free place (%s)',
		async (ignoreConcurrencyFailures, codes) => {
			const filters = ignoreConcurrencyFailures === undefined ? {} : { ignoreConcurrencyFailures };
			const scheduler = await trigger.active({ filters });
			trigger.control.createExtraction(
				['CONCURRENT_TASK_LIMIT', 'NO_PAGES_FOUND'].map((code) => ({ status: 'failed', error: { code } })),
			);
			const failures = jsonOf(await scheduler.poll()).map(
				({ failure }) => (failure as { code: string }).code,
			);
			expect(failures.sort()).toEqual(codes);
			expect(await scheduler.poll()).toEqual([]);
		},
	);

	it('asks nothing more about what it does not let through', async () => {
		const scheduler = await trigger.active({
			completedOutput: 'extractionWithRows',
			filters: { taskNameContains: 'invoices' },
		});
		trigger.control.createExtraction([
			{ task_name: 'Receipts' },
			{ task_name: 'Contracts', status: 'failed' },
		]);
		expect(await scheduler.poll()).toEqual([]);
		expect(trigger.asked()).toEqual(['GET /extractions']);
	});

	it('applies to what lies too far back in the list to be listed again', async () => {
		const now = trigger.control.now().getTime();
		const [wanted, other] = trigger.control.createExtraction([
			{ status: 'processing', task_name: 'Invoices', created_at: now - 180 * MINUTE },
			{ status: 'processing', task_name: 'Receipts', created_at: now - 170 * MINUTE },
		]);
		trigger.control.createExtraction([...Array(500)].map(() => ({ created_at: now - 60 * MINUTE })));
		trigger.control.createExtraction({});
		const scheduler = await trigger.active({ filters: { taskNameContains: 'invoices' } });
		for (const { extraction_id } of [wanted!, other!])
			trigger.control.updateExtraction({ extraction_id, status: 'completed' });
		expect(announced(await scheduler.poll())).toEqual([`completed ${wanted!.extraction_id}`]);
		// Nothing is remembered of what a list said: each has its record read once.
		expect(trigger.asked().filter((endpoint) => endpoint.endsWith('/details'))).toHaveLength(2);
		expect(await scheduler.poll()).toEqual([]);
	});

	it.each([
		['task_name', undefined, { taskNameContains: 'invoices' }],
		['task_name', null, { taskNameContains: 'invoices' }],
		['submission_method', undefined, { submissionMethod: 'api' }],
		['submission_method', null, { submissionMethod: 'api' }],
	])('asks the record if the list does not say what they ask for: %s %s', async (field, value, filters) => {
		const scheduler = await trigger.active({ filters });
		const [wanted] = trigger.control.createExtraction([
			{ submission_method: 'api', task_name: 'Invoices' },
			{ submission_method: 'web_app', task_name: 'Receipts' },
		]);
		trigger.control.addFault({
			endpoint: 'GET /extractions',
			kind: 'altered',
			alter: ({ extractions }: { extractions: object[] }) => {
				for (const each of extractions) Object.assign(each, { [field]: value });
			},
			count: 1,
		});
		expect(announced(await scheduler.poll())).toEqual([`completed ${wanted!.extraction_id}`]);
		expect(await scheduler.poll()).toEqual([]);
		expect(scheduler.errors).toEqual([]);
	});

	it('watches the own extractions of a team admin, or those of the team', async () => {
		trigger.control.addKey({ key: trigger.sandbox.apiKey, role: 'admin', email: 'admin@example.com' });
		trigger.control.addKey({ key: 'mate', role: 'member', email: 'mate@example.com' });
		const own = await trigger.active({ filters: { scope: 'own' } });
		const team = await trigger.active({ filters: { scope: 'team' } });
		const both = await trigger.active();
		const mine = trigger.control.createExtraction({ created_at: trigger.control.now().getTime() - 1_000 });
		const theirs = trigger.control.createExtraction({ key: 'mate' });
		const all = [mine, theirs].map(({ extraction_id }) => `completed ${extraction_id}`);
		expect(announced(await own.poll())).toEqual(all.slice(0, 1));
		expect(announced(await team.poll())).toEqual(all);
		expect(announced(await both.poll())).toEqual(all);
	});

	it('asks for everything that belongs to an event in the scope chosen', async () => {
		trigger.control.addKey({ key: trigger.sandbox.apiKey, role: 'admin', email: 'admin@example.com' });
		trigger.control.addKey({ key: 'mate', role: 'member', email: 'mate@example.com' });
		const files = { completedOutput: 'extractionWithFiles', formats: ['csv'] };
		const events = ['completed', 'failed', 'cancelled', 'input_required'];
		const team = await trigger.active({ events, ...files, simplify: false, filters: { scope: 'team' } });
		trigger.control.createExtraction(events.map((status) => ({ status, key: 'mate' })));
		const items = await team.poll();
		expect(items).toHaveLength(4);
		expect(jsonOf(items).filter(({ missing }) => missing)).toEqual([]);
		const scoped = trigger.control.requests().filter(({ endpoint }) => endpoint !== 'GET download');
		expect(new Set(scoped.map(({ query }) => query?.scope))).toEqual(new Set(['team']));
	});

	it('says at activation that only team admins may watch the team', async () => {
		const scheduler = trigger.inactive({ filters: { scope: 'team' } });
		await expect(scheduler.activate()).rejects.toThrow(
			/^There was a problem activating the workflow: "Only team admins can use the extractions of the team/,
		);
	});

	const FILES = { completedOutput: 'extractionWithFiles' };

	it.each<[INodeParameters, RegExp]>([
		[{ filters: { scope: 'world' } }, /Owner: "world" is not valid/],
		[
			{ filters: { submissionMethod: 'fax' } },
			/Submission Method: "fax" is not valid\. Use one of: api, web_app/,
		],
		[{ events: [] }, /Trigger On: No event is chosen\. Choose at least one/],
		[{ events: 'ended' }, /Trigger On: "ended" is not valid\. Use one of: completed, failed/],
		[{ events: ['failed', 'nonsense'] }, /Trigger On: "nonsense" is not valid/],
		[
			{ completedOutput: 'perRow' },
			/Output for Completed: "perRow" is not valid\. Use one of: extractionWithFiles, extractionWithRows, extraction, invoices, rows/,
		],
		[{ completedOutput: 'invoices', groupBy: 5 }, /Group By: 5 is not a list of columns/],
		[{ ...FILES, formats: ['pdf'] }, /Formats: "pdf" is not valid\. Use one of: csv, json, xlsx/],
		[{ ...FILES, formats: 7 }, /Formats: 7 is not valid\. Use one of: csv, json, xlsx/],
		[{ ...FILES, formats: [] }, /Formats: No file format is selected\. Select at least one/],
		[
			{ ...FILES, formats: ['csv'], outputFieldName: ' ' },
			/Put Output File in Field: The name of the field is empty/,
		],
	])('refuse at activation, with every other parameter, what is not valid: %j', async (given, message) => {
		await expect(trigger.inactive(given).activate()).rejects.toThrow(message);
		expect(trigger.asked()).toEqual([]);
	});
});
