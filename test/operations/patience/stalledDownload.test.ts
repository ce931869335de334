import { DOWNLOAD_WATCH } from '../../../nodes/DocumentDataExtraction/files/download/download';
import { passFaster } from '../../support/fastTime';
import { byId, startOperation } from '../../support/fixtures/operationFixture';

const DOWNLOAD = 'GET download';

describe('a download', () => {
	const operation = startOperation('downloadOutput');
	const { idleMs } = DOWNLOAD_WATCH;
	let extraction_id: string;
	beforeAll(() => {
		DOWNLOAD_WATCH.idleMs = 400;
		({ extraction_id } = operation.control.createExtraction({ task_name: 'May', rowCount: 200 }));
	});
	afterAll(() => {
		DOWNLOAD_WATCH.idleMs = idleMs;
	});

	const download = async () => await operation.run({ extractionId: byId(extraction_id), formats: ['csv'] });
	const downloads = (): number => operation.asked().filter((endpoint) => endpoint === DOWNLOAD).length;

	it('whose body stops coming begins anew', async () => {
		operation.control.addFault({ endpoint: DOWNLOAD, kind: 'stall' });
		const run = await download();
		expect(run.error).toBeUndefined();
		const csv = await operation.node.engine.readBinary(run.items[0]!.binary!.data!);
		expect(csv.toString()).toContain('INV-000200');
		expect(downloads()).toBe(2);
	});

	it('that is slow, but moves, is left alone', async () => {
		const usual = DOWNLOAD_WATCH.idleMs;
		// The whole takes four seconds; a moment in which a busy machine does nothing is no standstill.
		DOWNLOAD_WATCH.idleMs = 1000;
		operation.control.addFault({ endpoint: DOWNLOAD, kind: 'throttle', bytesPerSecond: 4000 });
		const run = await download();
		DOWNLOAD_WATCH.idleMs = usual;
		expect(run.error).toBeUndefined();
		expect(downloads()).toBe(1);
	});

	it('that stops each time fails in the end, and says where', async () => {
		const hurried = DOWNLOAD_WATCH.idleMs;
		DOWNLOAD_WATCH.idleMs = idleMs;
		const passAsUsual = passFaster(100);
		operation.control.addFault({ endpoint: DOWNLOAD, kind: 'stall', count: Infinity });
		const run = await download();
		passAsUsual();
		DOWNLOAD_WATCH.idleMs = hurried;
		operation.control.clearFaults();
		expect(run.error?.message).toMatch(/The download from 127\.0\.0\.1:\d+ stopped halfway$/);
		expect(downloads()).toBeGreaterThan(3);
		expect(downloads()).toBeLessThan(8);
	});
});
