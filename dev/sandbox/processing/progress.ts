import type { Extraction } from '../state/extraction';
import type { World } from '../world';

/** Approximate completion, 0-99 while an extraction is open: how much of its processing time is over, half of it while it waits. */
export function progressOf(world: World, { status, stepStartedAt, stepDueAt }: Extraction): number {
	if (status === 'input_required') return 50;
	if (stepDueAt <= stepStartedAt) return 0;
	const share = (world.clock.now() - stepStartedAt) / (stepDueAt - stepStartedAt);
	return Math.min(99, Math.max(0, Math.floor(share * 100)));
}
