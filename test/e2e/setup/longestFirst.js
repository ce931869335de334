const { default: Sequencer } = require('@jest/test-sequencer');

/** A long scenario that begins last would run alone. */
const LONGEST = ['queueMode', 'workerMemory', 'editor', 'collectLater', 'binaryModes', 'tryOut'];

const turnOf = ({ path }) => {
	const index = LONGEST.findIndex((name) => path.endsWith(`${name}.e2e.ts`));
	return index < 0 ? LONGEST.length : index;
};

module.exports = class LongestFirst extends Sequencer {
	sort(tests) {
		return [...tests].sort((a, b) => turnOf(a) - turnOf(b));
	}
};
