const Sequencer = require('@jest/test-sequencer').default;

/** Jest learns by itself what takes long, but not on a fresh clone: there the longest would often start last. */
const LONGEST = [
	'test/trigger/histories/history',
	'test/simulation/histories',
	'/failingExtras.test.ts',
	'/killed.test.ts',
	'/slowUplink.test.ts',
	'test/trigger/limits/load.test.ts',
	'test/trigger/limits/crowd.test.ts',
	'running/waiting.test.ts',
	'/manyParts.test.ts',
	'/interruptions.test.ts',
	'test/sandbox/documents/files.test.ts',
	'test/demo/run.test.ts',
	'scenarios/queueMode',
	'scenarios/examples/longWait',
	'scenarios/editor',
	'scenarios/tryOut',
	'scenarios/workerMemory',
	'scenarios/examples/exampleWorkflows',
	'scenarios/binaryModes',
	'scenarios/examples/canvases',
	'scenarios/reviewInForm',
	'scenarios/examples/formToTable',
	'scenarios/askInForm',
];

function rankOf({ path }) {
	const rank = LONGEST.findIndex((part) => path.includes(part));
	return rank < 0 ? LONGEST.length : rank;
}

module.exports = class extends Sequencer {
	sort(tests) {
		return [...super.sort(tests)].sort((one, other) => rankOf(one) - rankOf(other));
	}
};
