import { TRIGGER_LIMITS } from '../../../nodes/DocumentDataExtraction/trigger/state';
import { VirtualN8n, virtualTime } from '../../support/trigger/VirtualN8n';

const usual = { ...TRIGGER_LIMITS };

/** The minutes after which nothing new has come for the overlap and its margin, and some polls more. */
const QUIET = 60;

/** `npm run simulate:trigger` plays them with the room that the trigger has, `npm test` with a tenth of it and of the extractions. */
const share = process.env.HISTORIES ? 1 : 0.1;

describe('more than can be remembered ends', () => {
	virtualTime();
	afterEach(() => void Object.assign(TRIGGER_LIMITS, usual));

	it.each([
		[7_000, 10],
		[20_000, 60],
	])(
		'and is told whole, once, and in little room: %d in %d minutes',
		async (whole, minutes) => {
			const count = whole * share;
			TRIGGER_LIMITS.stateBytes = usual.stateBytes * share;
			const n8n = new VirtualN8n();
			await n8n.poll();
			let [most, created] = [0, 0];
			const watch = (): void => void (most = Math.max(most, n8n.bytes));
			await n8n.minutes(minutes, (minute) => {
				const due = Math.floor(((minute + 1) * count) / minutes);
				n8n.create(due - created, 'completed', 1);
				created = due;
				watch();
			});
			await n8n.minutes(QUIET, watch);

			expect(new Set(n8n.announced).size).toBe(count);
			expect(n8n.announced).toHaveLength(count);
			expect(n8n.errors).toEqual([]);
			expect(n8n.requests).toEqual(['list all']);
			expect(most).toBeLessThanOrEqual(300_000 * share);
		},
		300_000,
	);
});
