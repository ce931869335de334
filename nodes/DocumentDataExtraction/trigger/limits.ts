/** The bounds of one poll and of what is remembered between polls. Tests use smaller ones. */
export interface TriggerLimits {
	/** Items of one list request ("Limits": at most 100). */
	pageSize: number;
	/** List requests of one poll. What is left over is carried on by the next one. */
	pagesPerPoll: number;
	/** Status requests of one poll that ask after extractions no list answered for. The rest takes its turn. */
	statusesPerPoll: number;
	/** Status requests of one poll that look for new questions. The rest takes its turn. */
	questionChecksPerPoll: number;
	/**
	 * From how many on those in processing are listed in place of being asked after one by one. Below, the list saves too little to let an
	 * extraction that has ended wait for the next poll.
	 */
	processingListFrom: number;
	/** Extractions that are remembered one by one: the open ones and those of the overlap. */
	remembered: number;
	/** Stretches of the list that are left to later polls at a time. */
	stretches: number;
	/** How late an extraction may appear in the list, in milliseconds of the service's clock. */
	overlapMs: number;
	/** How much longer than the overlap nothing new must have come, on the local clock, before the overlap counts as past. */
	clockMarginMs: number;
	/**
	 * How far back the first poll looks for extractions that wait for answers, in milliseconds of the service's clock. They wait for
	 * 40 hours at most ("Limits": deadline for answers); those in processing are listed whatever their age.
	 */
	baselineDepthMs: number;
	/** Tries to fetch what belongs to an event before it is announced without. */
	attempts: number;
	/** Announced questions that are remembered for one extraction. */
	questionsRemembered: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export const TRIGGER_LIMITS: TriggerLimits = {
	pageSize: 100,
	pagesPerPoll: 30,
	statusesPerPoll: 60,
	questionChecksPerPoll: 20,
	processingListFrom: 10,
	remembered: 2_000,
	stretches: 50,
	overlapMs: 10 * MINUTE_MS,
	clockMarginMs: 30 * MINUTE_MS,
	baselineDepthMs: 48 * HOUR_MS,
	attempts: 3,
	questionsRemembered: 200,
};
