const { BUILT, LONG, SANDBOX } = require('./test/support/jest/sets');
const { run, settings } = require('./test/support/jest/settings');

/** The pattern of a test file, or of all in a folder. Jest takes no <rootDir> after an exclamation mark. */
const patternOf = (path) =>
	`${__dirname.replaceAll('\\', '/')}/${path.endsWith('.test.ts') ? path : `${path}/**/*.test.ts`}`;

/** @param {string[]} but what of it belongs to other sets */
const set = (displayName, paths, but = []) => ({
	...settings,
	displayName,
	testMatch: [...paths.map(patternOf), ...but.map((path) => `!${patternOf(path)}`)],
	// They need installed hosts and take minutes: npm run test:e2e.
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/e2e/'],
});

/** @type {import('jest').Config} */
module.exports = {
	...run,
	projects: [
		set('fast', ['test'], [...LONG, ...SANDBOX, ...BUILT]),
		set('long', LONG),
		set('sandbox', SANDBOX),
		set('built', BUILT),
	],
	// A net for what hangs, wide enough for a busy machine.
	testTimeout: 120_000,
	// As many as there are cores: time leaps over pauses, so that tests compute and do not wait.
	maxWorkers: '100%',
};
