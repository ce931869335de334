import type { Clock } from './Clock';
import type { processDocuments } from './documents';
import type { Faults } from './faults/Faults';
import type { Manners } from './requests/Manners';
import type { RateLimits } from './requests/RateLimits';
import type { RequestLog } from './requests/RequestLog';
import type { SignedUrls } from './SignedUrls';
import type { Settings } from './settings';
import type { Accounts } from './state/Accounts';
import type { ByteStore } from './state/ByteStore';
import type { Extractions } from './state/Extractions';
import type { Mail } from './state/mail';
import type { ExtractionPlan } from './state/plan';
import type { Sessions } from './state/Sessions';

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
	/** Keeps uploaded bytes. */
	store: ByteStore;
	/** Reads the documents of an extraction. */
	read: typeof processDocuments;
	partSize: number;
	processingMs: number;
	settings: Settings;
	/** Every email sent so far. */
	mails: Mail[];
	/** Until when submissions are paused, in clock time. */
	paused?: { until: number; isTold: boolean };
}
