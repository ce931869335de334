import { MINUTE_MS } from '../../shared/time';

/** The bounds of one poll and of what is remembered between polls. Tests lower them. */
export interface TriggerLimits {
	/** Entries of one list request ("Limits": at most 100). */
	pageSize: number;
	/** List requests of one poll. The next poll goes on with what is left. */
	pagesPerPoll: number;
	/** Status requests of one poll for open extractions that no list showed. The others take turns. */
	statusesPerPoll: number;
	/** Status requests of one poll that look for new questions. The others take turns. */
	questionChecksPerPoll: number;
	/** From this many open extractions on, one list of those in processing replaces a status request each. For fewer, the list saves too little. */
	processingListFrom: number;
	/** Characters of the state as JSON. It is stored twice, with the node and with the workflow: 300 KB in all. */
	stateBytes: number;
	/** How late an extraction may appear in the list, in milliseconds of the service's clock. */
	overlapMs: number;
	/** The overlap counts as past if nothing new has come, on the local clock, for the overlap and this margin. */
	clockMarginMs: number;
	/**
	 * How far back the first poll looks for extractions that wait for answers, in milliseconds of the service's clock. They wait for
	 * 40 hours at most ("Limits": deadline for answers); those in processing are listed whatever their age.
	 */
	baselineDepthMs: number;
	/** Tries to fetch what belongs to an event, or to read a status, before the event comes without. */
	attempts: number;
	/** Announced questions of an extraction that are remembered besides those that are open: a slow poll may still bring them. */
	questionsRemembered: number;
}

const HOUR_MS = 60 * MINUTE_MS;

/** The limits that every poll has outside of tests. `docs/trigger.md` names most of them. */
export const TRIGGER_LIMITS: TriggerLimits = {
	pageSize: 100,
	pagesPerPoll: 30,
	statusesPerPoll: 60,
	questionChecksPerPoll: 20,
	processingListFrom: 10,
	stateBytes: 150_000,
	overlapMs: 10 * MINUTE_MS,
	clockMarginMs: 30 * MINUTE_MS,
	baselineDepthMs: 48 * HOUR_MS,
	attempts: 3,
	questionsRemembered: 50,
};
