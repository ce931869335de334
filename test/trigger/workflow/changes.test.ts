import { announced, jsonOf, startTrigger } from '../../support/triggerFixture';

describe('a trigger whose settings change', () => {
	const watch = startTrigger();

	const complete = (task_name = 'Invoices', key?: string): string =>
		`completed ${watch.control.createExtraction({ task_name, key }).extraction_id}`;
	const open = (task_name = 'Invoices', key?: string): string =>
		watch.control.createExtraction({ status: 'processing', task_name, key }).extraction_id;
	const end = (extraction_id: string): string => {
		watch.control.updateExtraction({ extraction_id, status: 'completed' });
		return `completed ${extraction_id}`;
	};

	it('goes on with its knowledge under other filters and other extras', async () => {
		const trigger = await watch.active({ filters: { taskNameContains: 'receipts' } });
		const early = open();
		complete();
		const receipt = complete('Receipts');
		expect(announced(await trigger.poll())).toEqual([receipt]);
		trigger.parameters = { completedExtra: 'rows' };
		const expected = [end(early), complete()];
		await trigger.activate();
		const [, later = []] = trigger.emitted;
		expect(announced(later).sort()).toEqual(expected.sort());
		for (const { json } of later) expect(json).toHaveProperty('rows');
	});

	it('announces of what has ended before only what is not yet settled, when more events are chosen', async () => {
		const trigger = await watch.active({ events: ['completed'] });
		const later = open();
		watch.control.createExtraction({ status: 'failed' });
		const asking = watch.control.createExtraction({ status: 'input_required' }).extraction_id;
		const completed = complete();
		expect(announced(await trigger.poll())).toEqual([completed]);
		trigger.parameters = { events: ['completed', 'failed', 'input_required'] };
		watch.control.updateExtraction({ extraction_id: later, status: 'failed' });
		await trigger.activate();
		expect(announced(trigger.emitted.flat()).slice(1).sort()).toEqual(
			[`failed ${later}`, `input_required ${asking}`].sort(),
		);
	});

	it('goes on when the credential gets a new key of the same account', async () => {
		const trigger = await watch.active();
		const early = open();
		await trigger.poll();
		watch.control.addKey({ key: 'renewed', accountOf: watch.sandbox.apiKey });
		watch.control.addKey({ key: watch.sandbox.apiKey, state: 'revoked' });
		expect(await trigger.poll()).toEqual([]);
		expect(trigger.errors).toHaveLength(1);
		watch.credential.apiKey = 'renewed';
		const expected = [end(early), complete()];
		expect(announced(await trigger.poll()).sort()).toEqual(expected.sort());
		expect(trigger.errors).toHaveLength(1);
	});

	it('begins anew with another credential: what had ended in that account is not announced', async () => {
		const trigger = await watch.active();
		complete();
		await trigger.poll();
		watch.control.addKey({ key: 'other' });
		complete('Long ago', 'other');
		const early = open('Others', 'other');
		watch.credential.apiKey = 'other';
		trigger.credentialIds = { documentDataExtractionApi: 'other' };
		await trigger.activate();
		expect(trigger.emitted).toHaveLength(1);
		const expected = [end(early), complete('Others', 'other')];
		expect(announced(await trigger.poll()).sort()).toEqual(expected.sort());
	});

	it('begins anew with another scope', async () => {
		watch.control.addKey({ key: watch.sandbox.apiKey, role: 'admin', email: 'admin@example.com' });
		watch.control.addKey({ key: 'mate', role: 'member', email: 'mate@example.com' });
		const trigger = await watch.active({ filters: { scope: 'own' } });
		complete('Long ago', 'mate');
		const early = open('Invoices', 'mate');
		expect(await trigger.poll()).toEqual([]);
		trigger.parameters = { filters: { scope: 'team' } };
		await trigger.activate();
		expect(trigger.emitted).toEqual([]);
		const expected = [end(early), complete('New', 'mate')];
		expect(announced(await trigger.poll()).sort()).toEqual(expected.sort());
	});

	it('keeps apart from other triggers on the same account', async () => {
		const first = await watch.active({ events: ['completed'] });
		const second = await watch.active({ events: ['failed'] });
		const completed = complete();
		watch.control.createExtraction({ status: 'failed', task_name: 'Receipts' });
		expect(announced(await first.poll())).toEqual([completed]);
		expect(jsonOf(await second.poll()).map(({ task_name }) => task_name)).toEqual(['Receipts']);
	});

	it.each([
		['nothing that it can read', { 'node:Trigger': { state: 'damaged' } }],
		['a state of another kind', { 'node:Trigger': { state: { version: 99, seen: [1, 2] } } }],
		['null', { 'node:Trigger': { state: null } }],
	])('begins anew where n8n has kept %s', async (_what, stored) => {
		const trigger = watch.trigger();
		trigger.stored = stored;
		complete();
		await trigger.activate();
		expect(trigger.emitted).toEqual([]);
		const event = complete();
		expect(announced(await trigger.poll())).toEqual([event]);
	});

	it('repairs a damaged state and loses nothing', async () => {
		const trigger = await watch.active();
		const early = open();
		const event = complete();
		expect(announced(await trigger.poll())).toEqual([event]);
		const { state } = trigger.stored['node:Trigger'] as { state: Record<string, unknown> };
		Object.assign(state, { newest: 'damaged', backlog: 7, turn: -1 });
		Object.assign((state.tracked as Record<string, object>)[early]!, { createdAt: 'damaged', newer: {} });
		end(early);
		await trigger.activate();
		expect(announced(trigger.emitted.flat()).slice(1)).toEqual([`completed ${early}`]);
	});
});
