const NODE = '^nodes/DocumentDataExtraction/';

/** The only files that call n8n's code themselves. Elsewhere it shows as types. */
const CALLS_N8N = [
	'[^/]+\\.ts',
	'actions/.+',
	'methods/.+',
	'parameters/.+',
	'api/errors/nodeError\\.ts',
	'api/rate/sleep\\.ts',
];

/** The files that do so through the connection, because they send requests and wait. All others are pure logic. */
const SENDS_AND_WAITS = [
	'api/http/(client|signedUrls)\\.ts',
	'api/rate/services\\.ts',
	'files/download/download\\.ts',
	'files/input/links/(fetchLink|fetchLinks)\\.ts',
	'files/stream/intoStore\\.ts',
	'files/upload/(uploadParts|uploadFiles)\\.ts',
	'extraction/status/(untilKnown|wait)\\.ts',
	'extraction/questions/sendAnswers\\.ts',
	'extraction/rows/pages\\.ts',
	'extraction/run/(Session|follow|runExtraction|submission|waitForOutcome|waitToTryAgain)\\.ts',
	'trigger/(ask|eventItems|eventRows|runPoll|testRun)\\.ts',
];

const pathsOf = (files) => files.map((file) => `${NODE}${file}$`);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
	forbidden: [
		{
			name: 'few-files-call-n8n',
			severity: 'error',
			from: { path: NODE, pathNot: pathsOf(CALLS_N8N) },
			to: { path: '(^|/)node_modules/n8n-' },
		},
		{
			name: 'pure-logic-runs-without-n8n',
			comment: 'So that it is tested without n8n',
			severity: 'error',
			from: { path: NODE, pathNot: pathsOf([...CALLS_N8N, ...SENDS_AND_WAITS]) },
			to: { path: '(^|/)node_modules/n8n-', reachable: true },
		},
	],
	options: {
		tsConfig: { fileName: 'tsconfig.json' },
		// Imports of types are gone at run time.
		tsPreCompilationDeps: false,
		doNotFollow: { path: 'node_modules' },
	},
};
