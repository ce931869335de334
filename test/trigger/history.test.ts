import fc from 'fast-check';
import { TRIGGER_LIMITS, type TriggerLimits } from '../../nodes/DocumentDataExtraction/trigger/limits';
import { History, type Setting } from './model/history';
import { happen, happening, type Happening } from './model/happenings';
import { expectations, inWords, isMet } from './model/oracle';
import { MINUTE } from './model/service';

const HISTORIES = 10_000;

const ROOMY: TriggerLimits = { ...TRIGGER_LIMITS, pageSize: 3, processingListFrom: 2 };
const FEW_REQUESTS: TriggerLimits = {
	...ROOMY,
	pageSize: 2,
	pagesPerPoll: 3,
	statusesPerPoll: 3,
	questionChecksPerPoll: 2,
};
const LITTLE_MEMORY: TriggerLimits = { ...FEW_REQUESTS, pageSize: 3, remembered: 6 };

const wanted = fc.constantFrom<Setting['wanted'][]>(
	['completed', 'failed', 'input_required'],
	['completed', 'failed', 'cancelled', 'input_required'],
	['failed'],
	['input_required'],
);

/** What a poll leaves undone is only carried on where n8n keeps the state of a poll that emitted nothing. */
const setting: fc.Arbitrary<Setting> = fc.oneof(
	fc.record({
		persistence: fc.constantFrom<Setting['persistence'][]>('memory', 'cursor'),
		limits: fc.constantFrom(ROOMY, ROOMY, FEW_REQUESTS, LITTLE_MEMORY),
		wanted,
	}),
	fc.record({
		persistence: fc.constant<Setting['persistence']>('durable'),
		limits: fc.constant(ROOMY),
		wanted,
	}),
);

function expectMet(history: History, when: string, { late = false } = {}): void {
	const broken = expectations(history)
		.map((expectation) => (late ? { ...expectation, least: 0 } : expectation))
		.filter((expectation) => !isMet(expectation));
	if (broken.length > 0) throw new Error([when, ...broken.map(inWords)].join('\n'));
}

/** Polls without trouble until everything that is due has been announced; as many as it takes when little is done in one. */
function comeToRest(history: History): void {
	history.failures = 0;
	history.n8n.loseNextSave = false;
	for (let poll = 0; poll < 100; poll++) {
		history.service.advance(11 * MINUTE);
		history.poll();
		if (poll > 2 && expectations(history).every(({ count, least }) => count >= least)) break;
		// With little room, the window only moves on with newer extractions.
		if (
			poll > 10 &&
			history.service.extractions.every(({ endedStep }) => endedStep < Infinity) &&
			poll % 2 === 0
		)
			history.service.end(history.service.create(), 'completed');
	}
	for (let poll = 0; poll < 3; poll++) history.poll();
}

function play(theSetting: Setting, before: Happening[], firstBudget: number, after: Happening[]): History {
	const history = new History(theSetting);
	for (const each of before) happen(history, each);
	history.activate(firstBudget);
	for (const each of after) happen(history, each);
	if (!history.active) history.activate();
	comeToRest(history);
	return history;
}

describe('the events of the trigger', () => {
	it('are each announced exactly once, and once more only where n8n lost the state', () => {
		fc.assert(
			fc.property(
				setting,
				fc.array(happening, { maxLength: 15, size: 'max' }),
				fc.constantFrom(Infinity, Infinity, 1, 2, 3),
				fc.array(happening, { maxLength: 45, size: 'max' }),
				(theSetting, before, firstBudget, after) => {
					const history = play(theSetting, before, firstBudget, after);
					// As long as more are open than can be remembered, the others wait.
					const late = history.service.extractions.length > theSetting.limits.remembered;
					expectMet(history, 'With some extractions open', { late });
					for (const each of history.service.extractions) history.service.end(each, 'completed');
					comeToRest(history);
					expectMet(history, 'With all extractions ended');
				},
			),
			{ numRuns: HISTORIES },
		);
	}, 300_000);
});
