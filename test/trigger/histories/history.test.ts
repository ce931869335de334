import { playHistories } from './playHistories';

const LONGEST_MS = 600_000;

describe('whatever happens to the service, to n8n and to the workflow', () => {
	it(
		'each event is announced exactly once, cheaply and in time, and once more only where n8n lost the state',
		async () => await playHistories({ histories: 60, seed: 15 }),
		LONGEST_MS,
	);
});
