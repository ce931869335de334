const Sequencer = require('@jest/test-sequencer').default;

/** Jest learns by itself what takes long, but not on a fresh clone: there the longest would often start last. What waits stands beside what works. */
const LONGEST = [
	'trigger/histories/manyHistories',
	'extraction/submit/submit.test.ts',
	'simulation/histories4',
	'/interruptions.test.ts',
	'/slowUplink.test.ts',
	'simulation/histories3',
	'/killed.test.ts',
	'running/waiting.test.ts',
	'simulation/histories2',
	'/failingExtras.test.ts',
	'trigger/limits/load.test.ts',
	'/budget.test.ts',
	'simulation/histories1',
	'/paidRows.test.ts',
	'simulation/histories.test.ts',
	'submissionId/idempotency.test.ts',
	'trigger/histories/history.test.ts',
	'/earlierRequests.test.ts',
	'trigger/limits/crowd.test.ts',
	'extraction/asTool.test.ts',
	'extractDocuments/outputs/',
	'extractDocuments/files/',
	'/failingPolls.test.ts',
	'test/demo/run.test.ts',
	'scenarios/queueMode',
	'scenarios/examples/longWait',
	'scenarios/editor',
	'scenarios/tryOut',
	'scenarios/workerMemory',
	'scenarios/triggerInterrupted',
	'scenarios/examples/exampleWorkflows',
	'scenarios/binaryModes',
	'scenarios/examples/canvases',
	'scenarios/reviewInForm',
	'scenarios/examples/formToTable',
	'scenarios/askInForm',
	'scenarios/lifeOfAnExecution',
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
