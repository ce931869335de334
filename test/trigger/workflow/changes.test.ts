import { announced, startTrigger } from '../../support/fixtures/triggerFixture';
import { jsonOf } from '../../support/items';

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

	it('announces of what has ended before only what is not yet settled, when more events are chosen', async () => {
		const scheduler = await trigger.active({ events: ['completed'] });
		const later = open();
		trigger.control.createExtraction({ status: 'failed' });
		const asking = trigger.control.createExtraction({ status: 'input_required' }).extraction_id;
		const completed = complete();
		expect(announced(await scheduler.poll())).toEqual([completed]);
		scheduler.parameters = { events: ['completed', 'failed', 'input_required'] };
		trigger.control.updateExtraction({ extraction_id: later, status: 'failed' });
		await scheduler.activate();
		expect(announced(scheduler.emitted.flat()).slice(1).sort()).toEqual(
			[`failed ${later}`, `input_required ${asking}`].sort(),
		);
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

	it('begins anew with another scope', async () => {
		trigger.control.addKey({ key: trigger.sandbox.apiKey, role: 'admin', email: 'admin@example.com' });
		trigger.control.addKey({ key: 'mate', role: 'member', email: 'mate@example.com' });
		const scheduler = await trigger.active({ filters: { scope: 'own' } });
		complete('Long ago', 'mate');
		const early = open('Invoices', 'mate');
		expect(await scheduler.poll()).toEqual([]);
		scheduler.parameters = { filters: { scope: 'team' } };
		await scheduler.activate();
		expect(scheduler.emitted).toEqual([]);
		const expected = [end(early), complete('New', 'mate')];
		expect(announced(await scheduler.poll()).sort()).toEqual(expected.sort());
	});

	it('keeps apart from other triggers on the same account', async () => {
		const first = await trigger.active({ events: ['completed'] });
		const second = await trigger.active({ events: ['failed'] });
		const completed = complete();
		trigger.control.createExtraction({ status: 'failed', task_name: 'Receipts' });
		expect(announced(await first.poll())).toEqual([completed]);
		expect(jsonOf(await second.poll()).map(({ task_name }) => task_name)).toEqual(['Receipts']);
	});

	it.each([
		['nothing that it can read', { 'node:Trigger': { state: 'damaged' } }],
		['a state of another kind', { 'node:Trigger': { state: { version: 99, seen: [1, 2] } } }],
		['null', { 'node:Trigger': { state: null } }],
	])('begins anew where n8n has kept %s', async (_what, stored) => {
		const scheduler = trigger.inactive();
		scheduler.stored = stored;
		complete();
		await scheduler.activate();
		expect(scheduler.emitted).toEqual([]);
		const event = complete();
		expect(announced(await scheduler.poll())).toEqual([event]);
	});
});
