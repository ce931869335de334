import type { INodeProperties } from 'n8n-workflow';
import type { Scope } from '../api/extractions';
import { readChoice } from './choices';

/** Whose extractions an operation sees, as an option ("The `scope` parameter"). */
export const scopeOption = {
	displayName: 'Owner',
	name: 'scope',
	type: 'options',
	options: [
		{ name: 'Me', value: 'own', description: 'Only your own extractions' },
		{ name: 'My Team (Admins Only)', value: 'team', description: 'The extractions of all team members' },
	],
	default: 'own',
	description: 'Whose extractions to include. If you do not add this, team admins see their whole team.',
} satisfies INodeProperties;

/** How the extractions were submitted. */
export const submissionMethodFilter = {
	displayName: 'Submission Method',
	name: 'submissionMethod',
	type: 'options',
	options: [
		{ name: 'API', value: 'api', description: 'Submitted by workflows and other programs' },
		{ name: 'Dashboard', value: 'web_app', description: 'Submitted in the dashboard' },
	],
	default: 'api',
	description: 'Only extractions that were submitted this way',
} satisfies INodeProperties;

/**
 * The owner among the options that the user added. If there is none, the service decides.
 *
 * @throws InputProblems for anything but `own` and `team`
 */
export const readScope = (options: { scope?: unknown }): Scope | undefined =>
	readChoice(scopeOption, options.scope) as Scope | undefined;
