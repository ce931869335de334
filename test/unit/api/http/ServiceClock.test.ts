import { ServiceClock } from '../../../../nodes/DocumentDataExtraction/api/http/client';

const NOON = Date.parse('2026-03-04T12:00:00Z');
const dated = (time: number) => ({ date: new Date(time).toUTCString() });

describe('the time of day at the service', () => {
	it('is not known before its first response', () => {
		expect(new ServiceClock().time()).toBeUndefined();
	});

	it('goes on from the date of the latest response, on a measure of its own', () => {
		let steady = 500;
		const clock = new ServiceClock(() => steady);
		clock.read(dated(NOON));
		steady += 2500;
		expect(clock.time()).toBe(NOON + 2500);
		clock.read(dated(NOON + 60_000));
		expect(clock.time()).toBe(NOON + 60_000);
		steady += 1;
		expect(clock.time()).toBe(NOON + 60_001);
	});

	it.each([{}, { date: 'soon' }, { date: ['Wed', '04 Mar'] }, { date: null }])(
		'is not lost over a response with the headers %j',
		(headers) => {
			const clock = new ServiceClock(() => 0);
			clock.read(dated(NOON));
			clock.read(headers);
			expect(clock.time()).toBe(NOON);
		},
	);

	it('does not follow the clock of this machine when that is set back', () => {
		const clock = new ServiceClock();
		clock.read(dated(NOON));
		const machine = jest.spyOn(Date, 'now').mockReturnValue(0);
		const time = clock.time();
		machine.mockRestore();
		expect(time).toBeGreaterThanOrEqual(NOON);
		expect(time).toBeLessThan(NOON + 60_000);
	});
});
