import { breaksOf } from './history/properties';
import { play } from './history/play';
import type { Plan } from './history/plan';
import { story } from './history/story';
import failedUpload from './kept/failedUpload.json';
import lostSession from './kept/lostSession.json';
import otherFiles from './kept/otherFiles.json';
import queue from './kept/queue.json';

/** Histories that once broke a promise, as the simulation printed them. */
const KEPT: Array<[string, unknown]> = [
	['a file cannot be completed while another one is found completed', failedUpload],
	['other files come under the same ID, one of them with the name of an earlier one', otherFiles],
	['the service gives up a file of the session that follows five failures', lostSession],
	['the only place of the service is taken for fifty minutes', queue],
];

describe('Extract Documents, in histories that once went wrong:', () => {
	it.each(KEPT)('%s', async (_what, kept) => {
		const history = await play(kept as Plan);
		const breaks = breaksOf(history);
		if (breaks.length > 0) throw new Error(story(history, breaks));
	});
});
