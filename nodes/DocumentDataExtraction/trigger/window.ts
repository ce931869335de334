import type { Stretch, TriggerState } from './state';

type Bounds = Pick<TriggerState, 'windowStart' | 'backlog'>;

const inStretch = ({ from, to }: Stretch, createdAt: number): boolean => createdAt >= from && createdAt <= to;

export const inBacklog = ({ backlog }: Bounds, createdAt: number): boolean =>
	backlog.some((stretch) => inStretch(stretch, createdAt));

/** Whether what was created then and has ended dates from before the activation. */
export const isSilent = ({ backlog }: Bounds, createdAt: number): boolean =>
	backlog.some((stretch) => stretch.silent && inStretch(stretch, createdAt));

/** Whether everything created at that time is known, so that an extraction that is not tracked has been dealt with. */
export const isSettled = (state: Bounds, createdAt: number): boolean =>
	createdAt < state.windowStart && !inBacklog(state, createdAt);

/** Forgets the handled extractions of settled times: no list brings them up again as new. */
export function forgetSettled(state: TriggerState): void {
	for (const [id, createdAt] of state.handled) {
		if (isSettled(state, createdAt)) state.handled.delete(id);
	}
}

/** A lower bound for a list request, inclusive like the contract's. None for the beginning of time. */
export const createdAfter = (time: number): string | undefined =>
	time > 0 ? new Date(time).toISOString() : undefined;

/** An upper bound. The service may count finer than milliseconds: one more includes all of the last one. */
export const createdBefore = (time: number): string => new Date(time + 1).toISOString();
