import type { LoadedPackage } from '../loaders/describe';
import { loadedBy, loaderVersions } from '../loaders/loaders';
import { CREDENTIAL_TYPE } from '../../support/names';

/** The fixture of every scenario has installed the packed package here. */
const installed = process.env.E2E_INSTALLED!;

it('every version of n8n makes the same of the package: its parameters, which of them are shown, its outputs and pick lists', async () => {
	const [oldest = '', ...others] = await loaderVersions();
	expect(others.length).toBeGreaterThanOrEqual(11);
	const expected = await loadedBy(oldest, installed);
	const { credentials, nodes, missingLists } = expected;
	expect({ credentials, missingLists }).toEqual({ credentials: [CREDENTIAL_TYPE], missingLists: [] });
	expect(nodes).toMatchObject({
		'documentDataExtraction extraction extractDocuments apart': {
			shown: expect.arrayContaining(['prompt', 'separateReview']),
			outputs: [{ displayName: 'Rows' }, { displayName: 'Review' }],
		},
	});
	for (const version of others) {
		const loaded: [string, LoadedPackage] = [version, await loadedBy(version, installed)];
		expect(loaded).toEqual([version, expected]);
	}
});
