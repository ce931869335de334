import { playHistories } from './playHistories';

/**
 * The same ones every time, so that a change of the code shows. `npm run simulate:trigger` plays more of them, others each time;
 * PERSISTENCE=memory, durable or cursor only those where n8n keeps the state in this way.
 */
const { HISTORIES, SEED, PERSISTENCE } = process.env;
const histories = Number(HISTORIES ?? 1000);
const seed = SEED ?? (HISTORIES ? undefined : '15');
const WAYS = ['memory', 'durable', 'cursor', undefined] as const;
const persistence = WAYS.find((way) => way === PERSISTENCE);
if (persistence !== PERSISTENCE) throw new Error(`PERSISTENCE is one of ${WAYS.slice(0, 3).join(', ')}`);
const LONGEST_MS = 3_600_000;

describe('whatever happens to the service, to n8n and to the workflow, a thousand times', () => {
	it(
		'each event is announced exactly once, cheaply and in time, and once more only where n8n lost the state',
		async () =>
			await playHistories({
				histories,
				seed: seed === undefined ? undefined : Number(seed),
				longest: histories > 1000 ? 30 : 15,
				persistence,
			}),
		LONGEST_MS,
	);
});
