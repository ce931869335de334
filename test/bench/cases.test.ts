import { BenchRun } from '../../dev/bench/BenchRun';
import { filesCase } from '../../dev/bench/cases/manyFiles';

// A case itself, small: what it starts and counts must work on the day on which somebody wants the figures.

// It starts processes and takes turns: a busy machine needs minutes for it.
jest.setTimeout(300_000);

let benchRun: BenchRun;

beforeEach(async () => {
	benchRun = await BenchRun.start();
});

afterEach(async () => {
	await benchRun.close();
});

test('a comparison measures our node, the helper and the bare client, and counts their requests', async () => {
	const { note, ...figures } = await filesCase({ count: 3, runs: 1, target: 1.05 }).run(benchRun);
	expect(figures).toMatchObject({ floor: "n8n's helper", target: 1.05, targetMiB: null });
	expect(figures.ratio).toBeGreaterThan(0);
	// Three files may need no more than the process had at rest, where the machine is short of memory.
	expect(figures.peakMiB).toBeGreaterThanOrEqual(0);
	expect(note).toMatch(/memory of the helper \d+\.\d MiB/);
	// The session, the submission, the status and the rows; for each file its URL, its bytes and its completion. Our node also asks whose
	// extraction has the ID of the contents.
	expect(note).toContain("requests: ours 14, bare client 13, n8n's helper 13; 4.67 per file");
});
