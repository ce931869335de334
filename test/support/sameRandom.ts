/** In place of `Math.random`, so that no run fails by chance: numbers from 0 to 1, the same ones at every run. */
export function sameRandom(): () => number {
	let last = 1;
	return () => (last = (last * 48_271) % 2_147_483_647) / 2_147_483_647;
}
