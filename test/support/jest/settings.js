/** What holds for every test, in Jest and in a real n8n. */
exports.settings = {
	testEnvironment: 'node',
	// Not in the temporary folder: nothing of a run stays there.
	cacheDirectory: '<rootDir>/node_modules/.cache/jest',
	// Half the time went into compiling the same modules for every test file.
	runtime: '<rootDir>/test/support/jest/runtime.js',
	transform: {
		'^.+\\.ts$': [
			'@swc/jest',
			{ jsc: { target: 'es2022', parser: { syntax: 'typescript', decorators: true } } },
		],
	},
};

/** What holds for every run. */
exports.run = {
	testSequencer: '<rootDir>/test/support/jest/sequencer.js',
	// What the engine hangs on the process keeps the modules of a finished test file in memory.
	workerIdleMemoryLimit: '900MB',
	// A worker that has just been replaced for its memory has to load Jest before it can end, and a large one takes a while to give back its memory:
	// longer than the half second that Jest waits for by itself. What keeps a worker alive for this long is a leak, and Jest says so.
	workerGracefulExitTimeout: 20_000,
};
