import { existsSync } from 'node:fs';
import path from 'node:path';
import { MANIFEST, REPOSITORY } from '../support/repository';

if (!existsSync(path.join(REPOSITORY, 'dist'))) throw new Error('Run npm run build first: dist is missing.');

/** The one class that a file registered with n8n exports, by the name n8n looks for: that of the file. */
function registeredClass(file: string): [string, unknown] {
	const name = path.basename(file).split('.')[0] as string;
	const exported = jest.requireActual<Record<string, unknown>>(path.join(REPOSITORY, file));
	return [name, exported[name]];
}

describe('the built package (npm run build)', () => {
	const registered = [...MANIFEST.n8n.nodes, ...MANIFEST.n8n.credentials];

	it.each(registered)('%s exports the class that n8n looks for', (file) => {
		const [, registeredAs] = registeredClass(file);
		expect(registeredAs).toEqual(expect.any(Function));
	});

	it('exports the nodes and the credentials from index.js, and nothing else', () => {
		const exported = jest.requireActual<Record<string, unknown>>(path.join(REPOSITORY, 'index.js'));
		expect(new Map(Object.entries(exported))).toEqual(new Map(registered.map(registeredClass)));
	});
});
