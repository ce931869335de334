import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../support/repository';

it('The sets of tests name only files and folders that exist, or a renamed file would change its set unseen', () => {
	const sets = jest.requireActual<Record<string, string[]>>('../support/jest/sets');
	const named = Object.values(sets).flat();
	expect(named).not.toHaveLength(0);
	expect(named.filter((path) => !existsSync(join(REPOSITORY, path)))).toEqual([]);
});
