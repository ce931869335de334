import type { Job } from '../Job';

/** Nothing is uploaded: the work is one poll, or the calls of one. */
export interface PollJob extends Job {
	/** Paths below the base URL, with their queries. */
	calls: string[];
}
