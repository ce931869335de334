import { byId, startOperation } from '../../support/fixtures/operationFixture';

const DOWNLOAD = 'GET download';

describe('A download of an output file', () => {
	const operation = startOperation('downloadOutput');
	let extraction_id: string;
	beforeAll(() => {
		({ extraction_id } = operation.control.createExtraction({ task_name: 'May', rowCount: 200 }));
	});

	const download = async () => await operation.run({ extractionId: byId(extraction_id), formats: ['csv'] });
	const downloads = (): number => operation.asked().filter((endpoint) => endpoint === DOWNLOAD).length;

	it('begins anew when its body stops coming', async () => {
		operation.control.addFault({ endpoint: DOWNLOAD, kind: 'stall' });
		const run = await download();
		expect(run.error).toBeUndefined();
		const csv = await operation.node.engine.readBinary(run.items[0]!.binary!.data!);
		expect(csv.toString()).toContain('INV-000200');
		expect(downloads()).toBe(2);
	});

	it('is left alone while it moves, however slowly', async () => {
		// The whole takes longer than a download may stand still.
		operation.control.addFault({ endpoint: DOWNLOAD, kind: 'throttle', bytesPerSecond: 400 });
		const startedAt = Date.now();
		const run = await download();
		expect(Date.now() - startedAt).toBeGreaterThan(30_000);
		expect(run.error).toBeUndefined();
		expect(downloads()).toBe(1);
	});

	it('that stops each time fails in the end, and says where', async () => {
		operation.control.addFault({ endpoint: DOWNLOAD, kind: 'stall', count: Infinity });
		const run = await download();
		operation.control.clearFaults();
		expect(run.error?.message).toMatch(/The download from 127\.0\.0\.1:\d+ stopped halfway$/);
		expect(downloads()).toBeGreaterThan(3);
		expect(downloads()).toBeLessThan(8);
	});
});
