import fc from 'fast-check';
import { plan } from './history/plan';
import { play } from './history/play';
import { breaksOf } from './history/properties';
import { story } from './history/story';

interface Wanted {
	histories?: number;
	seed?: number;
	path?: string;
}

/** What `npm run simulate` asks for. */
const wanted = (): Wanted => (globalThis as { simulation?: Wanted }).simulation ?? {};

/** How long a file may take: a day, if somebody asks for more histories. */
export const LONGEST_MS = wanted().histories === undefined ? 600_000 : 86_400_000;

/** Each file its own; to play a history again, the seed that was printed. */
const seedOf = ({ seed, path }: Wanted, file: number): number =>
	seed === undefined ? file : path === undefined ? seed + file : seed;

/** Plays histories until one breaks a promise, and tells the shortest that does. The file's number makes them other ones. */
export async function simulate(histories: number, file: number): Promise<void> {
	const asked = wanted();
	await fc.assert(
		fc.asyncProperty(plan, async (each) => {
			const history = await play(each);
			const breaks = breaksOf(history);
			if (breaks.length > 0) throw new Error(story(history, breaks));
		}),
		{
			numRuns: asked.histories ?? histories,
			seed: seedOf(asked, file),
			path: asked.path,
		},
	);
}
