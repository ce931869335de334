/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	// Not in the temporary folder: nothing of a run stays there.
	cacheDirectory: '<rootDir>/node_modules/.cache/jest',
	// Half the time went into compiling the same modules for every test file.
	runtime: '<rootDir>/test/support/jest/runtime.js',
	setupFilesAfterEnv: ['<rootDir>/test/support/jest/closeReader.ts'],
	testSequencer: '<rootDir>/test/support/jest/sequencer.js',
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	// They need installed hosts and take minutes: npm run test:e2e.
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/e2e/'],
	transform: {
		'^.+\\.ts$': [
			'@swc/jest',
			{ jsc: { target: 'es2022', parser: { syntax: 'typescript', decorators: true } } },
		],
	},
	// A net for what hangs, wide enough for a busy machine.
	testTimeout: 120_000,
	// More than there are cores: many tests wait, for a pause of the node or for the sandbox.
	maxWorkers: 5,
	// What the engine hangs on the process keeps the modules of a finished test file in memory.
	workerIdleMemoryLimit: '600MB',
};
