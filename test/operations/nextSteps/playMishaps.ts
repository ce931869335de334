import { startLinkServer, type LinkServer } from '../../support/fixtures/linkServer';
import { startNode } from '../../support/fixtures/nodeFixture';
import { Case, type Setting } from './carryOut';
import type { Mishap } from './mishaps';

const IDENTITIES: Array<Setting['identity']> = ['files', 'execution', 'own'];
const GROUPINGS: Array<Setting['groupFiles']> = ['perItem', 'perFile', 'forAllItems'];
const ON_ERROR: Array<Setting['onError']> = ['stopWorkflow', 'continueRegularOutput'];
const WAYS = [0, 1];

/** Every combination, or one for each pair of choices: `STEPS=all npm test -- nextSteps` plays all. */
function settings(mishaps: Mishap[]): Setting[] {
	const all = mishaps.flatMap((mishap, row) =>
		IDENTITIES.flatMap((identity, i) =>
			GROUPINGS.flatMap((groupFiles, g) =>
				ON_ERROR.flatMap((onError, e) =>
					WAYS.map((way) => ({ setting: { mishap, identity, groupFiles, onError, way }, row, i, g, e })),
				),
			),
		),
	);
	if (process.env.STEPS === 'all') return all.map(({ setting }) => setting);
	// A Latin square: each mishap meets each identity and each grouping once, and both settings of On Error; so does each pair of these.
	return all
		.filter(
			({ setting, row, i, g, e }) =>
				(i + row) % 3 === g && e === (i + (row >> 1)) % 2 && setting.way === (row + i) % 2,
		)
		.map(({ setting }) => setting);
}

/** Lets each mishap happen, does what the node says, and counts. */
export function playMishaps(mishaps: Mishap[]): void {
	let web: LinkServer;
	beforeAll(async () => void (web = await startLinkServer()));
	afterAll(async () => await web.close());

	it.each(
		settings(mishaps).map(
			(setting) =>
				[
					setting.mishap.what,
					setting.identity,
					setting.groupFiles,
					setting.onError,
					setting.way,
					setting,
				] as const,
		),
	)('%s, ID from %s, %s, %s, way %i', async (...given) => {
		const setting = given[5];
		const node = await startNode({ processingMs: 30, limits: 'off' });
		try {
			const told = await Case.play(setting, node, web);
			if (process.env.STEPS_SHOWN) console.log(given.slice(0, 5).join(', '), JSON.stringify(told, null, 1));
			expect(told).toMatchObject({ unknown: [], chargedTwice: [], lost: [] });
		} finally {
			await node.close();
		}
	});
}
