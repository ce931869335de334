import { SDK_NAME, SDK_VERSION } from '../../nodes/DocumentDataExtraction/api/sdk';
import { MANIFEST } from './repository';

describe('how the package names itself to the service', () => {
	it('tells the version that is published', () => {
		expect(SDK_VERSION).toBe(MANIFEST.version);
	});

	it('names itself within the 32 characters that the contract sets ("Conventions")', () => {
		expect(SDK_NAME).toMatch(/^[\x21-\x7e]{1,32}$/);
	});
});
