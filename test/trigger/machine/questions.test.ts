import type { StatusAnswer } from '../../../nodes/DocumentDataExtraction/trigger/events';
import type { ModelExtraction } from '../model/service/extraction';
import { MachineFixture } from '../../support/fixtures/MachineFixture';

async function sceneWithWaiting(
	questions: number,
): Promise<{ machine: MachineFixture; extraction: ModelExtraction }> {
	const machine = new MachineFixture();
	await machine.poll();
	const extraction = machine.create(1)[0]!;
	machine.service.ask(extraction, questions);
	expect((await machine.poll()).announced).toEqual(['x0 input_required']);
	return { machine, extraction };
}

describe('open questions', () => {
	it('open questions are announced once', async () => {
		const { machine } = await sceneWithWaiting(2);
		expect((await machine.poll()).announced).toEqual([]);
		expect((await machine.poll()).announced).toEqual([]);
	});

	it('are announced again when others follow, also without a processing in between that a poll saw', async () => {
		const { machine, extraction } = await sceneWithWaiting(1);
		machine.service.reply(extraction);
		machine.service.ask(extraction, 1);
		expect((await machine.poll()).announced).toEqual(['x0 input_required']);
		machine.service.reply(extraction);
		expect((await machine.poll()).announced).toEqual([]);
		machine.service.ask(extraction, 1);
		expect((await machine.poll()).announced).toEqual(['x0 input_required']);
		expect((await machine.poll()).announced).toEqual([]);
	});

	it('are announced again when the extraction was seen to go on in between, also by the same ids', async () => {
		const { machine, extraction } = await sceneWithWaiting(1);
		const { open } = extraction;
		machine.service.reply(extraction);
		expect((await machine.poll()).announced).toEqual([]);
		Object.assign(extraction, { status: 'input_required', open });
		expect((await machine.poll()).announced).toEqual(['x0 input_required']);
		expect((await machine.poll()).announced).toEqual([]);
	});

	it('are not announced again, without, when their status cannot be read at three polls', async () => {
		const { machine, extraction } = await sceneWithWaiting(1);
		const status = (): StatusAnswer => ({ kind: 'unavailable', reason: 'HTTP 500' });
		for (let poll = 0; poll < 5; poll++) expect((await machine.poll({ status })).announced).toEqual([]);
		machine.service.reply(extraction);
		machine.service.ask(extraction, 1);
		expect((await machine.poll()).announced).toEqual(['x0 input_required']);
	});

	it('are not announced again when only a list says that it goes on', async () => {
		const { machine, extraction } = await sceneWithWaiting(1);
		const { open } = extraction;
		machine.service.reply(extraction);
		await machine.poll();
		Object.assign(extraction, { status: 'input_required', open });
		expect((await machine.poll()).announced).toEqual(['x0 input_required']);
		const behind = await machine.poll({
			before: (step) => {
				// The list is behind; the status is not.
				extraction.status = step.query ? 'processing' : 'input_required';
			},
		});
		extraction.status = 'input_required';
		expect([behind.announced, (await machine.poll()).announced]).toEqual([[], []]);
	});

	it('are announced again when an answer was refused', async () => {
		const { machine, extraction } = await sceneWithWaiting(2);
		machine.service.refuse(extraction);
		expect((await machine.poll()).announced).toEqual(['x0 input_required']);
		expect((await machine.poll()).announced).toEqual([]);
	});

	it('are not announced again when one of them is answered', async () => {
		const { machine, extraction } = await sceneWithWaiting(2);
		machine.service.reply(extraction);
		expect((await machine.poll()).announced).toEqual([]);
	});

	it('do not hide the end of the extraction', async () => {
		const { machine, extraction } = await sceneWithWaiting(2);
		machine.service.end(extraction, 'cancelled');
		expect((await machine.poll()).announced).toEqual(['x0 cancelled']);
		expect(machine.state?.open.size).toBe(0);
	});

	it('are announced when their event is chosen while they are open', async () => {
		const machine = new MachineFixture();
		machine.wanted = ['completed'];
		await machine.poll();
		machine.create(1, 'input_required');
		expect((await machine.poll()).announced).toEqual([]);
		machine.wanted = ['completed', 'input_required'];
		expect((await machine.poll()).announced).toEqual(['x0 input_required']);
	});

	it('are announced with the reason at once when something that belongs to them cannot be fetched', async () => {
		const machine = new MachineFixture();
		await machine.poll();
		machine.create(1, 'input_required');
		const poll = await machine.poll({ outcome: () => ({ kind: 'failed', payload: 'reason', final: false }) });
		expect(poll.payloads).toEqual(['reason']);
		expect((await machine.poll()).announced).toEqual([]);
	});

	it('are looked for first where an extraction has just begun to wait', async () => {
		const machine = new MachineFixture({ statusesPerPoll: 2 });
		await machine.poll();
		machine.create(10, 'input_required');
		for (let poll = 0; poll < 8; poll++) await machine.poll();
		const [last] = machine.create(1);
		await machine.poll();
		machine.service.ask(last!, 1);
		expect((await machine.poll()).announced).toEqual(['x10 input_required']);
	});

	it('come before ends if a poll has not the time for all: somebody may answer them', async () => {
		const machine = new MachineFixture();
		await machine.poll();
		machine.create(3, 'completed');
		machine.create(1, 'input_required');
		// A list, a status, and two events.
		expect((await machine.poll({ budget: 4 })).announced).toEqual(['x0 completed', 'x3 input_required']);
		expect((await machine.poll()).announced).toEqual(['x1 completed', 'x2 completed']);
	});

	it('leave the ends every second poll if they take a whole one', async () => {
		const machine = new MachineFixture();
		await machine.poll();
		machine.create(2, 'completed');
		machine.create(4, 'input_required');
		// A list, four statuses, and two events.
		const first = await machine.poll({ budget: 7 });
		expect(first.announced).toEqual(['x2 input_required', 'x3 input_required']);
		expect((await machine.poll({ budget: 2 })).announced).toEqual(['x0 completed', 'x1 completed']);
		expect((await machine.poll()).announced).toEqual(['x4 input_required', 'x5 input_required']);
	});
});
