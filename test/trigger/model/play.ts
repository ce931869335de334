import { happen, type Happening } from './happenings';
import { History, type Setup } from './history';

/** Plays a history to its end, which is judged without new extractions. @throws what was broken, with the story */
export async function play(
	setup: Setup,
	before: readonly Happening[],
	after: readonly Happening[],
): Promise<void> {
	const history = new History(setup);
	try {
		for (const each of before) await happen(history, each);
		history.n8n.activate(history.main);
		for (const each of after) await happen(history, each);
		const mayWait = history.hasLittleRoom;
		const { open } = history;
		if (open.length > 0) {
			await history.comeToRest('with some extractions open', mayWait);
			await history.stayAtRest(mayWait);
			for (const each of open) each.end('completed', history.clock.now);
		}
		await history.comeToRest('with all extractions ended');
		await history.stayAtRest();
	} finally {
		history.clock.stop();
	}
}
