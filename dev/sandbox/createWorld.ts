import { Clock } from './Clock';
import { Faults } from './faults/Faults';
import { DEFAULT_PART_SIZE } from './limits';
import { Manners } from './requests/Manners';
import { RateLimits } from './requests/RateLimits';
import { RequestLog } from './requests/RequestLog';
import { DEFAULT_SETTINGS, withSettings, type Settings } from './settings';
import { SignedUrls } from './SignedUrls';
import { Accounts } from './state/Accounts';
import { Extractions } from './state/Extractions';
import { Sessions } from './state/Sessions';
import type { World } from './world';

export interface WorldOptions extends Partial<Settings> {
	/** Rate limits. Default on. */
	limits?: 'on' | 'off';
	/** Credits of each account to begin with. Default 10,000. */
	credits?: number;
	/** How long an extraction stays `processing`, in clock time. Default 300. */
	processingMs?: number;
	/** Bytes. Default 8,388,608. */
	partSize?: number;
}

/** Where the bytes lie, and who reads them. */
type Documents = Pick<World, 'folder' | 'store' | 'read'>;

/** A service at its beginning: one key, and nothing uploaded. */
export function createWorld(
	{ apiKey, ...options }: WorldOptions & { apiKey: string },
	documents: Documents,
): World {
	const clock = new Clock();
	return {
		...documents,
		clock,
		rateLimits: new RateLimits(clock, options.limits !== 'off'),
		manners: new Manners(clock),
		faults: new Faults(),
		log: new RequestLog(clock),
		urls: new SignedUrls(clock),
		accounts: new Accounts(apiKey, options.credits ?? 10_000),
		sessions: new Sessions(),
		extractions: new Extractions(),
		plans: [],
		partSize: options.partSize ?? DEFAULT_PART_SIZE,
		processingMs: options.processingMs ?? 300,
		settings: withSettings(DEFAULT_SETTINGS, options),
		mails: [],
	};
}
