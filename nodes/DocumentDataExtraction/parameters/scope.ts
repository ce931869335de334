import type { INodeProperties } from 'n8n-workflow';
import type { Scope } from '../api/extractions';
import { InputProblems } from '../shared/problems';

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

/**
 * The scope among the options that the user added, undefined when the service is to decide.
 *
 * @throws InputProblems for anything but `own` and `team`
 */
export function readScope(options: { scope?: unknown }): Scope | undefined {
	const { scope } = options;
	if (scope === undefined || scope === '') return undefined;
	if (scope === 'own' || scope === 'team') return scope;
	throw new InputProblems([
		{ parameter: scopeOption.displayName, text: `"${String(scope)}" is unknown. Choose Own or Team` },
	]);
}
