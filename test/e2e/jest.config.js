const { run, settings } = require('../support/jest/settings');

/** Long, and seldom moved by a change: they measure memory, or load the package in a dozen versions. `npm run test:versions` runs them too. */
const FOR_RELEASE = ['filesInMemory', 'loaders', 'workerMemory'];
const isForRelease = process.env.N8N_VERSIONS === 'every';

/** In a real n8n. More files at once than there are cores: each starts servers of its own, and then often waits for them. */
module.exports = {
	...run,
	...settings,
	rootDir: '../..',
	testMatch: ['<rootDir>/test/e2e/scenarios/**/*.e2e.ts'],
	testPathIgnorePatterns: isForRelease ? [] : FOR_RELEASE.map((name) => `/scenarios/${name}\\.e2e\\.ts$`),
	globalSetup: '<rootDir>/test/e2e/setup/globalSetup.ts',
	globalTeardown: '<rootDir>/test/e2e/setup/globalTeardown.ts',
	maxWorkers: 4,
	testTimeout: 600_000,
	verbose: true,
};
