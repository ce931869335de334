import type { Clock } from './clock';
import type { Faults } from './faults';
import type { Manners } from './manners';
import type { RateLimits } from './rateLimits';
import type { RequestLog } from './requestLog';
import type { SignedUrls } from './signedUrls';
import type { Settings } from './settings';
import type { Accounts } from './state/accounts';
import type { Extractions } from './state/extractions';
import type { Mail } from './state/mail';
import type { ExtractionPlan } from './state/plan';
import type { Sessions } from './state/sessions';

/** Everything one running sandbox consists of. */
export interface World {
	clock: Clock;
	rateLimits: RateLimits;
	manners: Manners;
	faults: Faults;
	log: RequestLog;
	urls: SignedUrls;
	accounts: Accounts;
	sessions: Sessions;
	extractions: Extractions;
	/** Outcomes for the next submissions, first in, first out. */
	plans: ExtractionPlan[];
	/** Where uploaded bytes and output files lie. */
	folder: string;
	partSize: number;
	processingMs: number;
	settings: Settings;
	/** Every email sent so far. */
	mails: Mail[];
	/** Until when submissions are paused, in clock time. */
	paused?: { until: number; isTold: boolean };
}
