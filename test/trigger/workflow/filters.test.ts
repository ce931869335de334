import { announced, jsonOf, MINUTE, startTrigger } from '../../support/triggerFixture';

describe('the filters of the trigger', () => {
	const watch = startTrigger();

	it.each([
		['api', 'Through the API'],
		['web_app', 'In the web app'],
	])('lets through what was submitted by %s', async (submissionMethod, task_name) => {
		const trigger = await watch.active({ filters: { submissionMethod } });
		watch.control.createExtraction([
			{ submission_method: 'api', task_name: 'Through the API' },
			{ submission_method: 'web_app', task_name: 'In the web app' },
		]);
		expect(jsonOf(await trigger.poll()).map((json) => json.task_name)).toEqual([task_name]);
		expect(await trigger.poll()).toEqual([]);
	});

	it('lets through the task names that contain a text, in upper or lower case', async () => {
		const trigger = await watch.active({ filters: { taskNameContains: ' INVOICES ' } });
		watch.control.createExtraction([
			{ task_name: 'Invoices of May' },
			{ task_name: 'May: all invoices' },
			{ task_name: 'Receipts' },
		]);
		const names = jsonOf(await trigger.poll()).map((json) => json.task_name);
		expect(names.sort()).toEqual(['Invoices of May', 'May: all invoices']);
	});

	it.each([
		[true, ['NO_PAGES_FOUND']],
		[false, ['CONCURRENT_TASK_LIMIT', 'NO_PAGES_FOUND']],
		[undefined, ['CONCURRENT_TASK_LIMIT', 'NO_PAGES_FOUND']],
	])(
		'may leave out those that failed for lack of a free place (%s)',
		async (ignoreConcurrencyFailures, codes) => {
			const filters = ignoreConcurrencyFailures === undefined ? {} : { ignoreConcurrencyFailures };
			const trigger = await watch.active({ filters });
			watch.control.createExtraction(
				['CONCURRENT_TASK_LIMIT', 'NO_PAGES_FOUND'].map((code) => ({ status: 'failed', error: { code } })),
			);
			const failures = jsonOf(await trigger.poll()).map(({ failure }) => (failure as { code: string }).code);
			expect(failures.sort()).toEqual(codes);
			expect(await trigger.poll()).toEqual([]);
		},
	);

	it('asks nothing more about what it does not let through', async () => {
		const trigger = await watch.active({
			completedExtra: 'rows',
			filters: { taskNameContains: 'invoices' },
		});
		watch.control.createExtraction([{ task_name: 'Receipts' }, { task_name: 'Contracts', status: 'failed' }]);
		expect(await trigger.poll()).toEqual([]);
		expect(watch.asked()).toEqual(['GET /extractions']);
	});

	it('applies to what lies too far back in the list to be listed again', async () => {
		const now = watch.control.now().getTime();
		const [wanted, other] = watch.control.createExtraction([
			{ status: 'processing', task_name: 'Invoices', created_at: now - 180 * MINUTE },
			{ status: 'processing', task_name: 'Receipts', created_at: now - 170 * MINUTE },
		]);
		watch.control.createExtraction([...Array(500)].map(() => ({ created_at: now - 60 * MINUTE })));
		watch.control.createExtraction({});
		const trigger = await watch.active({ filters: { taskNameContains: 'invoices' } });
		for (const { extraction_id } of [wanted!, other!])
			watch.control.updateExtraction({ extraction_id, status: 'completed' });
		expect(announced(await trigger.poll())).toEqual([`completed ${wanted!.extraction_id}`]);
		// What the filters say was remembered when it was listed: nothing is asked of the one that they keep out.
		expect(watch.asked().filter((endpoint) => endpoint.endsWith('/details'))).toHaveLength(1);
		expect(await trigger.poll()).toEqual([]);
	});

	it('watches the own extractions of a team admin, or those of the team', async () => {
		watch.control.addKey({ key: watch.sandbox.apiKey, role: 'admin', email: 'admin@example.com' });
		watch.control.addKey({ key: 'mate', role: 'member', email: 'mate@example.com' });
		const own = await watch.active({ filters: { scope: 'own' } });
		const team = await watch.active({ filters: { scope: 'team' } });
		const both = await watch.active();
		const mine = watch.control.createExtraction({ created_at: watch.control.now().getTime() - 1_000 });
		const theirs = watch.control.createExtraction({ key: 'mate' });
		const all = [mine, theirs].map(({ extraction_id }) => `completed ${extraction_id}`);
		expect(announced(await own.poll())).toEqual(all.slice(0, 1));
		expect(announced(await team.poll())).toEqual(all);
		expect(announced(await both.poll())).toEqual(all);
	});

	it('asks for everything that belongs to an event in the scope chosen', async () => {
		watch.control.addKey({ key: watch.sandbox.apiKey, role: 'admin', email: 'admin@example.com' });
		watch.control.addKey({ key: 'mate', role: 'member', email: 'mate@example.com' });
		const files = { completedExtra: 'files', formats: ['csv'] };
		const events = ['completed', 'failed', 'cancelled', 'input_required'];
		const team = await watch.active({ events, ...files, simplify: false, filters: { scope: 'team' } });
		watch.control.createExtraction(events.map((status) => ({ status, key: 'mate' })));
		const items = await team.poll();
		expect(items).toHaveLength(4);
		expect(jsonOf(items).filter(({ missing }) => missing)).toEqual([]);
		const scoped = watch.control.requests().filter(({ endpoint }) => endpoint !== 'GET download');
		expect(new Set(scoped.map(({ query }) => query?.scope))).toEqual(new Set(['team']));
	});

	it('says at activation that only team admins may watch the team', async () => {
		const trigger = watch.trigger({ filters: { scope: 'team' } });
		await expect(trigger.activate()).rejects.toThrow(
			/^There was a problem activating the workflow: "Only team admins can use the scope Team/,
		);
	});

	it('refuses a scope that there is not', async () => {
		await expect(watch.trigger({ filters: { scope: 'world' } }).activate()).rejects.toThrow(
			/Scope: "world" is unknown/,
		);
		expect(watch.asked()).toEqual([]);
	});

	it('refuses to watch for nothing', async () => {
		await expect(watch.trigger({ events: [] }).activate()).rejects.toThrow(
			/Trigger On: Nothing is chosen\. Choose at least one event/,
		);
		expect(watch.asked()).toEqual([]);
	});

	it.each([
		[{ events: 'completed' }, /Trigger On: "completed" is unknown\. Give a list/],
		[{ events: ['failed', 'nonsense'] }, /Trigger On: "nonsense" is unknown/],
		[
			{ filters: { submissionMethod: 'fax' } },
			/Submission Method: "fax" is unknown\. It can be api or web_app/,
		],
	])(
		'refuses what an expression may have given, of which nothing would ever come: %j',
		async (given, message) => {
			await expect(watch.trigger(given).activate()).rejects.toThrow(message);
			expect(watch.asked()).toEqual([]);
		},
	);
});
