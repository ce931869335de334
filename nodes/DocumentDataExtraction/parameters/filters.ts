import type { INodeProperties } from 'n8n-workflow';
import type { Scope } from '../api/extractions';
import { readChoice } from './choices';

/** Whose extractions an operation sees, as an option ("The `scope` parameter"). */
export const scopeOption = {
	displayName: 'Scope',
	name: 'scope',
	type: 'options',
	options: [
		{ name: 'Own', value: 'own', description: 'Only your own extractions' },
		{ name: 'Team', value: 'team', description: 'Those of all team members; for team admins only' },
	],
	default: 'own',
	description: 'Whose extractions to look among. When left out: Team for team admins, Own for all others.',
} satisfies INodeProperties;

/** How the extractions were submitted. */
export const submissionMethodFilter = {
	displayName: 'Submission Method',
	name: 'submissionMethod',
	type: 'options',
	options: [
		{ name: 'API', value: 'api', description: 'Submitted by workflows and other programs' },
		{ name: 'Web App', value: 'web_app', description: 'Submitted in the web app' },
	],
	default: 'api',
	description: 'Only extractions that were submitted this way',
} satisfies INodeProperties;

/**
 * The scope among the options that the user added. If it is left out, the service decides.
 *
 * @throws InputProblems for anything but `own` and `team`
 */
export const readScope = (options: { scope?: unknown }): Scope | undefined =>
	readChoice(scopeOption, options.scope) as Scope | undefined;
