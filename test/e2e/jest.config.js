const base = require('../../jest.config.js');

/** In a real n8n. Each scenario file starts servers of its own; much of its time it waits for them, so two run at once. */
module.exports = {
	...base,
	rootDir: '../..',
	testPathIgnorePatterns: ['/node_modules/'],
	testMatch: ['<rootDir>/test/e2e/scenarios/**/*.e2e.ts'],
	globalSetup: '<rootDir>/test/e2e/setup/globalSetup.ts',
	globalTeardown: '<rootDir>/test/e2e/setup/globalTeardown.ts',
	testSequencer: '<rootDir>/test/e2e/setup/longestFirst.js',
	maxWorkers: 2,
	testTimeout: 600_000,
	verbose: true,
};
