import { rateGate } from '../../../nodes/DocumentDataExtraction/api/rate/services';
import { sameRandom } from '../../support/sameRandom';
import { MINUTE } from '../model/clock';
import { BASE_URL } from '../model/service/service';
import { VirtualN8n, virtualTime } from '../../support/trigger/VirtualN8n';

// Their time is virtual: this is for the work, and a busy machine needs minutes for it.
jest.setTimeout(300_000);

const SECOND = 1_000;

let crowds = 0;

/** Triggers of many workflows on one key, which n8n polls in the same tick of every minute. */
class Crowd {
	readonly key = `crowd-${(crowds += 1)}`;
	readonly all: VirtualN8n[];
	/** The most polls in a row in which a trigger sent nothing. */
	longestWithout = 0;
	/** In how many polls a trigger sent something. */
	turns = 0;
	private readonly without = new Map<VirtualN8n, number>();
	private minute = 0;

	constructor(size: number, latencyMs = 20) {
		this.all = Array.from({ length: size }, () => new VirtualN8n(this.key));
		for (const each of this.all) each.latency = () => latencyMs;
	}

	get errors(): Error[] {
		return this.all.flatMap(({ errors }) => errors);
	}

	async minutes(count: number): Promise<void> {
		for (const end = this.minute + count; this.minute < end; this.minute++) {
			const polling = this.all.map(async (each) => await each.begin());
			// A timer is never quite on time.
			await this.all[0]!.pass(MINUTE + (this.minute % 2 === 0 ? 100 : -100));
			await Promise.all(polling);
			for (const each of this.all) this.count(each);
		}
	}

	private count(each: VirtualN8n): void {
		const without = each.requests.length > 0 ? 0 : (this.without.get(each) ?? 0) + 1;
		this.without.set(each, without);
		if (without === 0) this.turns++;
		this.longestWithout = Math.max(this.longestWithout, without);
	}
}

describe('workflows on one key, polled in the same tick', () => {
	virtualTime();

	// The same order of polls at every run, so that no run fails by chance.
	beforeEach(() => void jest.spyOn(Math, 'random').mockImplementation(sameRandom()));
	afterEach(() => jest.restoreAllMocks());

	it.each([5, 7 * SECOND])(
		'have a turn at every poll, if they are sixty, with answers after %d ms',
		async (latencyMs) => {
			const crowd = new Crowd(60, latencyMs);
			await crowd.minutes(10);
			expect(crowd.errors).toEqual([]);
			expect(crowd.longestWithout).toBe(0);
		},
	);

	it.each([
		[10, 5],
		[60, 20],
		[10, 7 * SECOND],
	])(
		'use all that the service allows, and fail now and then, if they are seventy: in %d minutes, with answers after %d ms',
		async (minutes, latencyMs) => {
			const crowd = new Crowd(70, latencyMs);
			await crowd.minutes(minutes);
			expect(crowd.turns / minutes).toBeGreaterThan(59);
			expect(crowd.errors.length / (70 * minutes)).toBeLessThan(0.01);
			// By chance, a seventh of the polls goes without: not the same ones each time.
			expect(crowd.longestWithout).toBeLessThan(7);
		},
	);

	it('fail more often, if they are two hundred, and say what helps', async () => {
		const crowd = new Crowd(200);
		await crowd.minutes(12);
		expect(crowd.turns / 12).toBeGreaterThan(58);
		expect(crowd.errors.length).toBeGreaterThan(0);
		for (const error of crowd.errors)
			expect(error).toMatchObject({
				message: expect.stringMatching(/^Too many requests in a minute with this API key/),
				description: expect.stringMatching(/ poll less often, use fewer triggers/),
				failure: { cause: 'rate-limited' },
			});
	});

	it('and a flood of executions get on side by side', async () => {
		const crowd = new Crowd(25);
		await crowd.minutes(1);
		const gate = rateGate('list', BASE_URL, crowd.key);
		let done = 0;
		for (let count = 0; count < 400; count++)
			void gate.enter().then((leave) => {
				done += 1;
				leave?.();
			});
		await crowd.minutes(8);
		expect(crowd.errors).toEqual([]);
		expect(crowd.longestWithout).toBeLessThanOrEqual(1);
		expect(done).toBeGreaterThan(240);
	});
});
