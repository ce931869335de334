import type { Scope } from '../api/endpoints/extractions';
import { choice, ifAdded } from './param';

/** Whose extractions an operation sees ("The `scope` parameter"). If it is not added, the service decides. */
export const scope = ifAdded<Scope>(
	choice({
		displayName: 'Owner',
		name: 'scope',
		of: {
			own: ['Me', 'Only your own extractions'],
			team: ['My Team (Admins Only)', 'The extractions of all team members'],
		},
		default: 'own',
		description: 'Whose extractions to include. If you do not add this, team admins see their whole team.',
	}),
);

/** How the extractions were submitted. */
export const submissionMethod = ifAdded(
	choice({
		displayName: 'Submission Method',
		name: 'submissionMethod',
		of: {
			api: ['API', 'Submitted by workflows and other programs'],
			web_app: ['Dashboard', 'Submitted in the dashboard'],
		},
		default: 'api',
		description: 'Only extractions that were submitted this way',
	}),
);
