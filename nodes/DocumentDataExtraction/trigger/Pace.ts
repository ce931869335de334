import type { IPollFunctions } from 'n8n-workflow';
import { LOCAL_CODES, type ServiceError, serviceError } from '../api/errors/ServiceError';
import { isCutOff } from '../api/http/cancelSignal';
import { steadyNow } from '../shared/time';
import type { StepKind } from './machine/state';
import { pollBudgetMs } from '../shared/n8nFeatures';

/** The longest time of a poll, in milliseconds: less than the shortest interval, a minute. */
const LONGEST_POLL_MS = 45_000;

/**
 * A further step of a kind may begin if, by the longest such step so far, it ends within this part of the poll's time. Slow lists must leave
 * some time to the events that they bring.
 */
const SHARE: Readonly<Record<StepKind, number>> = {
	newest: 0.4,
	backlog: 0.55,
	processing: 0.6,
	status: 0.75,
	event: 0.6,
	retry: 0.6,
};

/**
 * One try to read a status, or to fetch what belongs to an event, may take this part of a poll's time, except the last try: a request that hangs
 * must leave time to the others. If the try was cut off although it had this much time, it has failed. With less time, it had no fair chance.
 */
const FAIR_SHARE = 1 / 3;

/** The time of one poll. The first step of a kind is always begun, so that every poll makes progress however slow the service is. */
export class Pace {
	private readonly startedAt = steadyNow();
	private readonly longest = new Map<StepKind, number>();
	/** Cuts off what is under way. */
	signal: AbortSignal;

	constructor(readonly budgetMs: number) {
		this.signal = AbortSignal.timeout(budgetMs);
	}

	/** The pace of a poll in the time that n8n gives it, if it says so. */
	static of(context: IPollFunctions): Pace {
		const given = pollBudgetMs(context) ?? LONGEST_POLL_MS;
		return new Pace(Math.max(1, Math.floor(Math.min(given, LONGEST_POLL_MS))));
	}

	leftMs(): number {
		return Math.max(0, this.startedAt + this.budgetMs - steadyNow());
	}

	mayBegin(kind: StepKind): boolean {
		const longest = this.longest.get(kind);
		if (longest === undefined) return this.leftMs() > 0;
		// How long one event takes says nothing of the next: it may have more rows.
		const needed = kind === 'event' || kind === 'retry' ? 0 : longest;
		return this.budgetMs - this.leftMs() + needed <= this.budgetMs * SHARE[kind];
	}

	/** Notes that a step took the time since `leftMs`. */
	ended(kind: StepKind, leftMs: number): void {
		this.longest.set(kind, Math.max(this.longest.get(kind) ?? 0, leftMs - this.leftMs()));
	}

	isFair(leftMs: number): boolean {
		return leftMs >= this.budgetMs * FAIR_SHARE;
	}

	/** Gives one piece of work no more than its fair share of the time. */
	async fairly<T>(work: () => Promise<T>): Promise<T> {
		const whole = this.signal;
		const share = Math.min(this.leftMs(), this.budgetMs * FAIR_SHARE);
		this.signal = AbortSignal.timeout(Math.max(1, Math.floor(share)));
		try {
			return await work();
		} finally {
			this.signal = whole;
		}
	}
}

/** The failure of a request that took longer than the poll allows. */
export const tooSlowError = (): ServiceError =>
	serviceError(LOCAL_CODES.timeout, 'It took longer than a poll may take', { retryable: true });

/** Turns a request that the deadline cut off into a timeout: nobody stopped it, it was too slow. */
export const asTimeout = (error: unknown): unknown => (isCutOff(error) ? tooSlowError() : error);
