import { Pace } from '../../../nodes/DocumentDataExtraction/trigger/Pace';
import { MachineFixture } from '../../support/fixtures/MachineFixture';
import { stateJson } from '../../../nodes/DocumentDataExtraction/trigger/storedState';

describe('the time of a poll', () => {
	beforeEach(() => void jest.useFakeTimers());
	afterEach(() => void jest.useRealTimers());

	it.each(['newest', 'backlog', 'processing', 'status', 'event'] as const)(
		'lets the first step of a kind begin as long as there is any: %s',
		(kind) => {
			const pace = new Pace(45_000);
			jest.advanceTimersByTime(44_000);
			expect(pace.mayBegin(kind)).toBe(true);
			jest.advanceTimersByTime(1_000);
			expect(pace.mayBegin(kind)).toBe(false);
		},
	);

	it('lets further events begin for more than half of it', () => {
		const pace = new Pace(45_000);
		pace.ended('event', 45_000);
		jest.advanceTimersByTime(26_000);
		expect(pace.mayBegin('event')).toBe(true);
		jest.advanceTimersByTime(2_000);
		expect(pace.mayBegin('event')).toBe(false);
	});
});

describe('those dealt with', () => {
	it('count as well: the state stays within its bytes', () => {
		const machine = new MachineFixture({ stateBytes: 1_500, pageSize: 20 });
		machine.poll();
		for (let count = 0; count < 100; count++) machine.service.end(machine.service.create(), 'completed');
		for (let poll = 0; poll < 5; poll++) {
			machine.poll();
			expect(JSON.stringify(stateJson(machine.state!)).length).toBeLessThanOrEqual(1_500);
		}
	});
});
