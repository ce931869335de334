import { announced, startTrigger } from '../../support/fixtures/triggerFixture';

describe('a trigger whose settings change', () => {
	const trigger = startTrigger();

	const complete = (task_name = 'Invoices', key?: string): string =>
		`completed ${trigger.control.createExtraction({ task_name, key }).extraction_id}`;
	const open = (task_name = 'Invoices', key?: string): string =>
		trigger.control.createExtraction({ status: 'processing', task_name, key }).extraction_id;
	const end = (extraction_id: string): string => {
		trigger.control.updateExtraction({ extraction_id, status: 'completed' });
		return `completed ${extraction_id}`;
	};

	it('goes on with its knowledge under other filters and other extras', async () => {
		const scheduler = await trigger.active({ filters: { taskNameContains: 'receipts' } });
		const early = open();
		complete();
		const receipt = complete('Receipts');
		expect(announced(await scheduler.poll())).toEqual([receipt]);
		scheduler.parameters = { completedOutput: 'extractionWithRows' };
		const expected = [end(early), complete()];
		await scheduler.activate();
		const [, later = []] = scheduler.emitted;
		expect(announced(later).sort()).toEqual(expected.sort());
		for (const { json } of later) expect(json).toHaveProperty('rows');
	});

	it('goes on when the credential gets a new key of the same account', async () => {
		const scheduler = await trigger.active();
		const early = open();
		await scheduler.poll();
		trigger.control.addKey({ key: 'renewed', accountOf: trigger.sandbox.apiKey });
		trigger.control.addKey({ key: trigger.sandbox.apiKey, state: 'revoked' });
		expect(await scheduler.poll()).toEqual([]);
		expect(scheduler.errors).toHaveLength(1);
		trigger.credential.apiKey = 'renewed';
		const expected = [end(early), complete()];
		expect(announced(await scheduler.poll()).sort()).toEqual(expected.sort());
		expect(scheduler.errors).toHaveLength(1);
	});

	it('begins anew with another credential: what had ended in that account is not announced', async () => {
		const scheduler = await trigger.active();
		complete();
		await scheduler.poll();
		trigger.control.addKey({ key: 'other' });
		complete('Long ago', 'other');
		const early = open('Others', 'other');
		trigger.credential.apiKey = 'other';
		scheduler.credentialIds = { documentDataExtractionApi: 'other' };
		await scheduler.activate();
		expect(scheduler.emitted).toHaveLength(1);
		const expected = [end(early), complete('Others', 'other')];
		expect(announced(await scheduler.poll()).sort()).toEqual(expected.sort());
	});
});
