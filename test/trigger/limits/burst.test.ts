import { rateGate } from '../../../nodes/DocumentDataExtraction/api/rate/services';
import { MINUTE } from '../model/clock';
import { BASE_URL } from '../model/service/service';
import { VirtualN8n, virtualTime } from '../../support/trigger/VirtualN8n';

// Their time is virtual: this is for the work, and a busy machine needs minutes for it.
jest.setTimeout(600_000);

const SECOND = 1_000;
const DAY_MINUTES = 24 * 60;
const MOST_BYTES = 300_000;
/** Nothing new has come for the overlap and its margin. */
const QUIET = 60;

interface Burst {
	count: number;
	status?: 'completed' | 'processing';
	/** Over so many minutes, the last one just now. */
	minutes: number;
	listMs?: number;
	callMs?: number;
	/** New ones in each of the first so many minutes after it. */
	more?: { each: number; minutes: number };
	/** Every so many calls one fails. */
	failing?: number;
	/** Others use up the requests of the key in every second minute. */
	isCrowded?: boolean;
	/** The polls until everything has been told, at most. */
	polls: number;
}

let bursts = 0;

/** Lets the burst come and the trigger poll. @returns the polls until all was told */
async function play(burst: Burst): Promise<number> {
	const { count, status = 'completed', minutes, listMs = 20, callMs = 20, more, failing, isCrowded } = burst;
	const key = `burst-${(bursts += 1)}`;
	const n8n = new VirtualN8n(key);
	await n8n.poll();
	await n8n.pass(Math.max(60, minutes + 1) * MINUTE);
	const created = n8n.create(count, status, minutes);
	n8n.latency = (endpoint) => (endpoint === 'list' ? Math.max(listMs, callMs) : callMs);
	let calls = 0;
	n8n.fail(() => (failing !== undefined && (calls += 1) % failing === 0 ? 500 : undefined));
	let [most, polls, expected] = [0, 0, count];
	const poll = async (): Promise<void> => {
		if (isCrowded && polls % 2 === 0) rateGate('list', BASE_URL, key).pause(MINUTE);
		if (more && polls > 0 && polls <= more.minutes) expected += n8n.create(more.each, 'completed', 1).length;
		await n8n.minutes(1);
		polls += 1;
		most = Math.max(most, n8n.bytes);
	};
	if (status === 'processing') {
		for (let minute = 0; minute < 5; minute++) await poll();
		for (const each of created) n8n.service.end(each, 'completed');
		polls = 0;
	}
	while ((n8n.announced.length < expected || (more && polls <= more.minutes)) && polls < 2 * burst.polls)
		await poll();
	const took = polls;
	n8n.fail();
	n8n.latency = () => 20;
	await n8n.minutes(QUIET);
	expect(new Set(n8n.announced).size).toBe(expected);
	expect(n8n.announced).toHaveLength(expected);
	expect(n8n.requests).toEqual(['list all']);
	expect(most).toBeLessThanOrEqual(MOST_BYTES);
	return took;
}

describe('a burst is told whole and once, in little room, and then one request is enough', () => {
	virtualTime();

	it.each<[string, Burst]>([
		['10,000 in one second', { count: 10_000, minutes: 1 / 60, polls: 18 }],
		[
			'3,000 in one second, with lists of seven seconds and thirty new ones a minute',
			{
				count: 3_000,
				minutes: 1 / 60,
				listMs: 7 * SECOND,
				more: { each: 30, minutes: 60 },
				polls: 65,
			},
		],
		['20,000 in a pause of three days', { count: 20_000, minutes: 3 * DAY_MINUTES, polls: 16 }],
		['5,000 open at once', { count: 5_000, status: 'processing', minutes: 10, polls: 8 }],
		['2,000, while others use up the requests', { count: 2_000, minutes: 10, isCrowded: true, polls: 8 }],
		['1,000, while every call takes 20 s', { count: 1_000, minutes: 60, callMs: 20 * SECOND, polls: 22 }],
		['3,000, while every tenth call fails', { count: 3_000, minutes: 60, failing: 10, polls: 3 }],
	])('%s', async (_what, burst) => {
		expect(await play(burst)).toBeLessThanOrEqual(burst.polls);
	});
});
