import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SDK_NAME, SDK_VERSION } from '../../../../nodes/DocumentDataExtraction/api/http/request';

it('sends the version of the package', () => {
	const manifest = readFileSync(join(__dirname, '../../../../package.json'), 'utf8');
	expect(SDK_VERSION).toBe((JSON.parse(manifest) as { version: string }).version);
});

it('sends a name that the service takes', () => {
	expect(SDK_NAME).toMatch(/^[a-z0-9-]+$/);
	expect(SDK_NAME.length).toBeLessThanOrEqual(32);
});
