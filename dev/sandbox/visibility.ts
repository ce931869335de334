import { ApiError } from './errors';
import type { Account } from './state/Accounts';
import type { Extraction } from './state/extraction';
import type { World } from './world';

export type Scope = 'own' | 'team';

/** "The `scope` parameter": the scope in force for a caller. Throws `FORBIDDEN` for `team` from a non-admin. */
export function effectiveScope(account: Account, asked: Scope | undefined): Scope {
	if (asked === 'team' && account.role !== 'admin') throw new ApiError('FORBIDDEN');
	return asked ?? (account.role === 'admin' ? 'team' : 'own');
}

/** Whether an extraction is within the caller's scope; the team is whoever is in it now. */
export const isVisible = (extraction: Extraction, account: Account, scope: Scope) =>
	extraction.account === account || (scope === 'team' && extraction.account.role !== 'none');

/** The extraction of this id within the caller's scope. Throws `EXTRACTION_NOT_FOUND`. */
export function findExtraction(world: World, account: Account, id: string, scope: Scope): Extraction {
	const found = world.extractions.get(id);
	if (!found || !isVisible(found, account, scope)) throw new ApiError('EXTRACTION_NOT_FOUND');
	return found;
}
