import { whyWithout, type Program } from '../services/debian';
import { POSTGRES } from '../services/postgres';

/**
 * The first statement of a scenario: which programs it runs besides n8n, whose database is PostgreSQL. Where one cannot be had, the
 * scenario is skipped and says so. In CI it is not skipped, and fails.
 */
export function needing(...programs: Program[]): void {
	const reasons = [POSTGRES, ...programs].map(whyWithout).filter((why) => why !== undefined);
	if (reasons.length === 0 || process.env.CI) return;
	console.warn(`Skipped: ${reasons.join(' ')}`);
	Object.assign(globalThis, { it: it.skip, describe: describe.skip });
}
