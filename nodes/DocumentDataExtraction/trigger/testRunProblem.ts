import type { Problem } from '../problems';
import type { EventKind } from './events';
import type { TriggerSettings } from './settings';

/** What has become of the extraction, as the editor names the event. */
const STATES: Readonly<Record<EventKind, string>> = {
	completed: 'is completed',
	failed: 'has failed',
	input_required: 'waits for answers',
	cancelled: 'was cancelled',
};

const METHODS: Readonly<Record<string, string>> = {
	api: 'submitted through the API',
	web_app: 'submitted in the web app',
};

/** @param looked how many of the latest extractions were looked through at most */
export function noneMatched(
	{ events, submissionMethod, taskNameContains, scope }: TriggerSettings,
	looked: number,
): Problem {
	const filters = [
		submissionMethod ? (METHODS[submissionMethod] ?? `submitted by ${submissionMethod}`) : '',
		taskNameContains ? `with "${taskNameContains}" in its task name` : '',
		scope ? `in the scope ${scope === 'team' ? 'Team' : 'Own'}` : '',
	].filter((filter) => filter !== '');
	const states = [...events].map((event) => STATES[event] ?? `is ${event}`).join(' or ');
	return {
		text: `Nothing to show: none of the latest ${looked} extractions matches. It would show one that ${states}${filters.length > 0 ? `, ${filters.join(', ')}` : ''}`,
		nextStep:
			'Run an extraction that matches and test again, or change Trigger On and the filters. Once the workflow is active, it starts with the next one that matches.',
	};
}
