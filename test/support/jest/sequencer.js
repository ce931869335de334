const Sequencer = require('@jest/test-sequencer').default;

/** Jest learns by itself what takes long, but not on a fresh clone: there the longest would often start last. */
const LONGEST = [
	'test/trigger/machine/history',
	'test/simulation/histories',
	'killed.test.ts',
	'/interruptions.test.ts',
	'/idempotency.test.ts',
	'extractDocuments/waiting.test.ts',
	'test/sandbox/documents/files.test.ts',
	'test/demo/run.test.ts',
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
