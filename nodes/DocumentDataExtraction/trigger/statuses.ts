import { observe } from './draft';
import type { OpenQuestion } from './events';
import type { StatusFinding } from './findings';
import { questionKeys } from './questions';
import type { Tracked, TriggerState } from './state';

/** What a status request has brought, taken into the state. Of extractions that are not tracked there is nothing to learn. */
export function takeStatus(state: TriggerState, id: string, finding: StatusFinding<unknown>): void {
	const tracked = state.tracked.get(id);
	if (!tracked) return;
	if (finding.kind === 'missing') {
		// Deleted while open: there is nothing to announce. One whose end was seen is still to be announced.
		if (!tracked.ended) state.tracked.delete(id);
		return;
	}
	observe(tracked, finding.status);
	tracked.checked = state.turn;
	if (tracked.waiting && tracked.silent) {
		delete tracked.silent;
		tracked.announced = questionKeys(finding.questions);
	}
}

/** Those of the open questions that have not been announced. */
export const newQuestions = ({ announced = [] }: Tracked, open: readonly OpenQuestion[]): string[] =>
	questionKeys(open).filter((key) => !announced.includes(key));
