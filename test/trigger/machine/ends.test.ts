import { MINUTE } from '../model/clock';
import { MachineFixture } from '../../support/fixtures/MachineFixture';

const sceneAtRest = async (limits = {}): Promise<MachineFixture> => {
	const machine = new MachineFixture(limits);
	machine.create(1, 'completed');
	await machine.poll();
	return machine;
};

describe('the end of an extraction', () => {
	it.each(['completed', 'failed', 'cancelled'] as const)('is announced once: %s', async (status) => {
		const machine = await sceneAtRest();
		const [extraction] = machine.create(1);
		expect((await machine.poll()).announced).toEqual([]);
		machine.service.end(extraction!, status);
		expect((await machine.poll()).announced).toEqual([`x1 ${status}`]);
		expect((await machine.poll()).announced).toEqual([]);
		machine.advance(24 * 60 * MINUTE);
		expect((await machine.poll()).announced).toEqual([]);
	});

	it('is announced in the order of creation', async () => {
		const machine = await sceneAtRest();
		const [first, second] = machine.create(2);
		machine.service.end(second!, 'completed');
		machine.service.end(first!, 'completed');
		expect((await machine.poll()).announced).toEqual(['x1 completed', 'x2 completed']);
	});

	it('is not announced when its event is not chosen, not even when it is chosen later', async () => {
		const machine = await sceneAtRest();
		machine.wanted = ['failed'];
		machine.create(1, 'completed');
		expect((await machine.poll()).announced).toEqual([]);
		machine.wanted = ['completed', 'failed'];
		expect((await machine.poll()).announced).toEqual([]);
	});

	it('is not known of a status that the package does not know', async () => {
		const machine = await sceneAtRest();
		const [extraction] = machine.create(1);
		extraction!.puzzle(machine.service.now);
		expect((await machine.poll()).announced).toEqual([]);
		machine.advance(60 * MINUTE);
		expect((await machine.poll()).announced).toEqual([]);
		machine.service.end(extraction!, 'completed');
		expect((await machine.poll()).announced).toEqual(['x1 completed']);
	});

	it('is not announced of one that was deleted before it was seen to end', async () => {
		const machine = await sceneAtRest();
		const [extraction] = machine.create(1);
		await machine.poll();
		machine.service.end(extraction!, 'completed');
		machine.service.remove(extraction!);
		expect((await machine.poll()).announced).toEqual([]);
		expect((await machine.poll()).announced).toEqual([]);
		// The service may not know it everywhere at once: only the third time in a row counts.
		expect(machine.state?.open.size).toBe(1);
		expect((await machine.poll()).announced).toEqual([]);
		expect(machine.state?.open.size).toBe(0);
	});
});

describe('the window', () => {
	it('tells extractions of the same moment apart', async () => {
		const machine = await sceneAtRest();
		const created = Array.from({ length: 3 }, () => machine.service.create());
		machine.service.end(created[0]!, 'completed');
		expect((await machine.poll()).announced).toEqual(['x1 completed']);
		const another = machine.service.create();
		machine.service.end(another, 'completed');
		machine.service.end(created[2]!, 'completed');
		expect((await machine.poll()).announced).toEqual(['x3 completed', 'x4 completed']);
	});

	it('takes in what is listed late', async () => {
		const machine = await sceneAtRest();
		const late = machine.service.create({ lateMs: 10 * MINUTE });
		machine.service.end(late, 'completed');
		machine.create(5, 'completed');
		expect((await machine.poll()).announced).not.toContain('x1 completed');
		machine.advance(5 * MINUTE);
		machine.create(1, 'completed');
		expect((await machine.poll()).announced).toEqual(['x1 completed', 'x7 completed']);
	});

	it('does not forget an extraction that stays open for long, and does not read the list back to it', async () => {
		const machine = await sceneAtRest({ pageSize: 10 });
		const [open] = machine.create(1);
		await machine.poll();
		for (let hour = 0; hour < 20; hour++) {
			machine.create(8, 'completed');
			machine.advance(60 * MINUTE);
			await machine.poll();
		}
		expect((await machine.poll()).requests).toEqual(['list all', 'status x1']);
		machine.service.end(open!, 'failed');
		expect((await machine.poll()).announced).toEqual(['x1 failed']);
		expect((await machine.poll()).requests).toEqual(['list all']);
	});

	it.each([
		[0, 0],
		[10, -10],
		[-10, 10],
	])('does not depend on the local clock: first %d, then %d minutes off', async (first, then) => {
		const machine = await sceneAtRest();
		const announced: string[] = [];
		for (let minute = 0; minute < 125; minute++) {
			machine.skewMs = (minute < 60 ? first : then) * MINUTE;
			machine.advance(MINUTE);
			if (minute % 7 === 0) machine.service.end(machine.service.create({ lateMs: 5 * MINUTE }), 'completed');
			if (minute % 31 === 0) machine.service.end(machine.service.create(), 'failed');
			announced.push(...(await machine.poll()).announced);
		}
		expect(announced).toHaveLength(machine.service.extractions.length - 1);
		expect(new Set(announced).size).toBe(announced.length);
	});

	it.each([-30, 30])(
		'are announced once if created_at is %d minutes off the clock of the service',
		async (off) => {
			const machine = new MachineFixture();
			const { service } = machine;
			const create = (lateMs = 0): void => {
				const extraction = service.create({ lateMs, aheadMs: off * MINUTE });
				service.end(extraction, 'completed');
			};
			create();
			await machine.poll();
			const announced: string[] = [];
			// At first, what has ended and was created before the trigger began by that clock counts as old.
			for (let minute = -40; minute < 125; minute++) {
				machine.advance(MINUTE);
				if (minute >= 0 && minute % 7 === 0) create(5 * MINUTE);
				if (minute >= 0 && minute % 31 === 0) create();
				announced.push(...(await machine.poll()).announced);
			}
			expect(announced).toHaveLength(service.extractions.length - 1);
			expect(new Set(announced).size).toBe(announced.length);
		},
	);

	it('is announced on an account that was empty, though created_at is hours behind the clock of the service', async () => {
		const machine = new MachineFixture();
		const { service } = machine;
		await machine.poll();
		const announced: string[] = [];
		for (let minute = 0; minute < 60; minute++) {
			machine.advance(MINUTE);
			if (minute % 10 === 0) service.create({ aheadMs: -300 * MINUTE });
			if (minute % 10 === 5) service.end(service.extractions.at(-1)!, 'completed');
			announced.push(...(await machine.poll()).announced);
		}
		expect(announced).toEqual([0, 1, 2, 3, 4, 5].map((number) => `x${number} completed`));
		expect((await machine.poll()).requests).toEqual(['list all']);
	});
});
