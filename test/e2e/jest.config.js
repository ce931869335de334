const base = require('../../jest.config.js');

/** In a real n8n: scenarios run one file after the other, since each starts servers of its own. */
module.exports = {
	...base,
	rootDir: '../..',
	testPathIgnorePatterns: ['/node_modules/'],
	testMatch: ['<rootDir>/test/e2e/scenarios/**/*.e2e.ts'],
	globalSetup: '<rootDir>/test/e2e/setup/globalSetup.ts',
	globalTeardown: '<rootDir>/test/e2e/setup/globalTeardown.ts',
	maxWorkers: 1,
	testTimeout: 600_000,
	verbose: true,
};
