import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const NODE = join(__dirname, '../../nodes/DocumentDataExtraction');

/** What talks to n8n: it opens connections, sleeps, or reads and stores binary data. Everything else is pure logic. */
const WITH_N8N = [
	'api/connection.ts',
	'api/rateGates.ts',
	'api/signedUrls.ts',
	'extraction/extract.ts',
	'extraction/uploadBatch.ts',
	'extraction/wait.ts',
	'files/download.ts',
	'files/sendParts.ts',
	'files/upload.ts',
];

const modules = ['api', 'api/schemas', 'extraction', 'files']
	.flatMap((folder) => readdirSync(join(NODE, folder)).map((file) => `${folder}/${file}`))
	.filter((path) => path.endsWith('.ts'));

const load = (path: string): void => jest.isolateModules(() => void jest.requireActual(join(NODE, path)));

describe('the pure logic', () => {
	beforeAll(() =>
		jest.doMock('n8n-workflow', () => {
			throw new Error("This is n8n's run time");
		}),
	);
	afterAll(() => jest.dontMock('n8n-workflow'));

	it.each(modules.filter((path) => !WITH_N8N.includes(path)))('loads without n8n: %s', (path) =>
		expect(() => load(path)).not.toThrow(),
	);
});
