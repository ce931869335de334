import { MINUTE } from '../../support/trigger/ModelService';
import { MachineFixture } from '../../support/trigger/MachineFixture';

const HOUR = 60 * MINUTE;

describe('the first poll', () => {
	it('announces nothing, and what has ended by then never', () => {
		const scene = new MachineFixture();
		scene.create(3, 'completed');
		scene.create(1, 'failed');
		expect(scene.poll().announced).toEqual([]);
		expect(scene.poll().announced).toEqual([]);
		scene.service.advance(HOUR);
		scene.create(1, 'completed');
		expect(scene.poll().announced).toEqual(['x4 completed']);
	});

	it('lets the end of what is open be announced', () => {
		const scene = new MachineFixture();
		const [running, waiting] = [...scene.create(1), ...scene.create(1, 'input_required')];
		scene.poll();
		scene.service.end(running!, 'completed');
		scene.service.end(waiting!, 'cancelled');
		expect(scene.poll().announced).toEqual(['x0 completed', 'x1 cancelled']);
	});

	it('knows the questions asked by then, and announces only later ones', () => {
		const scene = new MachineFixture();
		const [waiting] = scene.create(1, 'input_required');
		scene.poll();
		expect(scene.poll().announced).toEqual([]);
		scene.service.answer(waiting!);
		scene.service.ask(waiting!, 1);
		expect(scene.poll().announced).toEqual(['x0 input_required']);
	});

	it('knows the questions of more extractions than it may ask after in one poll', () => {
		const scene = new MachineFixture({ questionChecksPerPoll: 1 });
		scene.create(3, 'input_required');
		for (let poll = 0; poll < 6; poll++) expect(scene.poll().announced).toEqual([]);
	});

	it('finds those in processing at any age, and those that wait for as long as they can', () => {
		const scene = new MachineFixture();
		const [old] = scene.create(1);
		scene.service.advance(30 * 24 * HOUR);
		const [waiting] = scene.create(1, 'input_required');
		scene.service.advance(40 * HOUR);
		scene.create(1, 'completed');
		scene.poll();
		scene.service.end(old!, 'failed');
		scene.service.end(waiting!, 'cancelled');
		expect(scene.poll().announced).toEqual(['x0 failed', 'x1 cancelled']);
	});

	it('reads no further back than it has to', () => {
		const scene = new MachineFixture({ pageSize: 10 });
		scene.create(100, 'completed');
		scene.service.advance(72 * HOUR);
		scene.create(5, 'completed');
		expect(scene.poll().requests).toEqual(['list all', 'list processing']);
	});

	it('takes an account without extractions', () => {
		const scene = new MachineFixture();
		expect(scene.poll().announced).toEqual([]);
		scene.create(2, 'completed');
		expect(scene.poll().announced).toEqual(['x0 completed', 'x1 completed']);
	});

	it('goes on silently in the next polls when it was cut short', () => {
		const scene = new MachineFixture({ pageSize: 2, pagesPerPoll: 2 });
		scene.create(9, 'completed');
		const [open] = scene.create(1, 'input_required');
		scene.create(8, 'completed');
		scene.poll();
		for (let minute = 0; minute < 60; minute++) {
			scene.service.advance(MINUTE);
			expect(scene.poll().announced).toEqual([]);
		}
		expect(scene.state?.backlog).toBeNull();
		scene.service.end(open!, 'cancelled');
		expect(scene.poll().announced).toEqual(['x9 cancelled']);
	});

	it.each([
		['before the list of those in processing', { budget: 1 }],
		['within the list of those in processing', { budget: 2 }],
	])('finds those in processing at any age also when it was cut short %s', (_what, budget) => {
		const scene = new MachineFixture({ pageSize: 2 });
		const [old] = scene.create(1);
		scene.create(5, 'completed');
		scene.create(3);
		scene.service.advance(30 * 24 * HOUR);
		scene.create(1, 'completed');
		expect(scene.poll(budget).announced).toEqual([]);
		for (let poll = 0; poll < 3; poll++) expect(scene.poll().announced).toEqual([]);
		expect(scene.state?.backlog).toBeNull();
		scene.service.end(old!, 'failed');
		expect(scene.poll().announced).toEqual(['x0 failed']);
	});

	it('leaves nothing behind when it does not get a single answer', () => {
		const scene = new MachineFixture();
		scene.create(1, 'completed');
		scene.poll({ budget: 0 });
		expect(scene.state).toBeNull();
	});

	it('is taken by two polls at once as by one', () => {
		const scene = new MachineFixture();
		scene.create(2, 'completed');
		const first = scene.begin();
		scene.create(1, 'completed');
		const second = scene.begin();
		expect([first().announced, second().announced]).toEqual([[], []]);
		expect(scene.poll().announced).toEqual(['x2 completed']);
	});
});
