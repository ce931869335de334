import type { Fault } from '../faults/Faults';
import type { Violation } from '../requests/Manners';
import { withSettings, type Settings } from '../settings';
import type { Mail } from '../state/mail';
import { loseFile } from '../state/loseFile';
import { removeExtraction } from '../state/removeExtraction';
import type { AddKey } from '../state/Accounts';
import type { ExtractionPlan } from '../state/plan';
import type { UploadSession } from '../state/Sessions';
import type { World } from '../world';
import { describeExtraction, describeSession, type ExtractionRecord } from './records';
import { seed, update, type SeedExtraction, type UpdateExtraction } from './seeding';

/**
 * The sandbox's own interface, apart from the API: the clock, the fault plan and the state. In process it is
 * `sandbox.control`. From another process each function is `POST /control/<name>` with its argument as the JSON body
 * (or none), and each that takes no argument and changes nothing is `GET /control/<name>`; no key is needed. The answer
 * is the result as JSON, or `{"error": "..."}` with status 400.
 *
 *   GET  now, requests, balance, extractions, sessions, mails, violations
 *   POST advanceClock 900000
 *        addFault {"endpoint":"POST /extractions","kind":"reset_after","count":1,"after":0}     clearFaults   clearRequests
 *        addKey {"key":"k2","state":"active","role":"admin","email":"a@example.com","credits":50,"preferences":{"output_language":"de"}}
 *        setCredits {"balance":10,"reserved":0}
 *        planExtractions [{"fail":{"code":"ENCRYPTED_FILE"}},{"rows":50000}]
 *        createExtraction {...} or [{...}]   updateExtraction {"extraction_id":"...","status":"completed"}
 *        deleteExtraction {"extraction_id":"..."}   hideFromList {"extraction_id":"...","hidden":true}
 *        configure {"concurrentLimit":2,"newer":true}   pauseSubmissions {"forMs":900000}
 *        loseFile {"upload_session_id":"...","file_id":"...","forget":false}
 *        abortFile {"upload_session_id":"...","file_id":"..."}   expireSession {"upload_session_id":"..."}   expireUrls
 *
 * Where a `key` can be given it names whose data is meant; without it, that of the sandbox's own key.
 */
export function createControl(world: World) {
	const sessionOf = ({
		upload_session_id: id,
		key,
	}: {
		upload_session_id: string;
		key?: string;
	}): UploadSession => {
		const session = world.sessions.find(world.accounts.keyOf(key).account, id);
		if (!session) throw new Error('no such upload session');
		return session;
	};
	const extractionOf = (id: string) => {
		const extraction = world.extractions.get(id);
		if (!extraction) throw new Error('no such extraction');
		return extraction;
	};

	/** Adds one extraction, or many at the cost of one, without uploads or submission. Returns what was made. */
	function createExtraction(input: SeedExtraction): ExtractionRecord;
	function createExtraction(input: SeedExtraction[]): ExtractionRecord[];
	function createExtraction(input: SeedExtraction | SeedExtraction[]): ExtractionRecord | ExtractionRecord[];
	function createExtraction(input: SeedExtraction | SeedExtraction[]): ExtractionRecord | ExtractionRecord[] {
		const made = seed(world, Array.isArray(input) ? input : [input]).map(describeExtraction);
		return Array.isArray(input) ? made : made[0]!;
	}

	return {
		/** The sandbox's time. */
		now: () => new Date(world.clock.now()),
		/** Moves the clock by `ms` at once; resolves when everything that became due has happened. */
		advanceClock: (ms: number): Promise<void> => world.clock.advance(ms),
		/** Plans a fault; see `Fault`. */
		addFault: (fault: Fault): void => world.faults.add(fault),
		clearFaults: (): void => world.faults.clear(),
		/** Every request so far: API, part PUTs and downloads. */
		requests: () => world.log.entries.map((entry) => ({ ...entry })),
		clearRequests: (): void => {
			world.log.entries = [];
			world.manners.violations = [];
		},
		/** Adds a key (with an account of its own, unless `accountOf` names another key), or changes one: a key can be revoked, a role given. */
		addKey: (input: AddKey): { keyId: string } => ({ keyId: world.accounts.addKey(input).keyId }),
		setCredits: ({ key, balance, reserved }: { balance?: number; reserved?: number; key?: string }): void => {
			const { account } = world.accounts.keyOf(key);
			account.balance = balance ?? account.balance;
			account.reserved = reserved ?? account.reserved;
		},
		balance: (key?: string): { balance: number; reserved: number } => {
			const { balance, reserved } = world.accounts.keyOf(key).account;
			return { balance, reserved };
		},
		/** Queues outcomes for the next new submissions, first in, first out. A repeated submission takes none. */
		planExtractions: (plans: ExtractionPlan[]): void => {
			world.plans.push(...plans);
		},
		/** Forgets the outcomes that are planned for submissions to come. */
		clearPlans: (): void => void (world.plans = []),
		createExtraction,
		/** Moves an extraction on: to any status, with what belongs to it. Charges and wakes as the service would. */
		updateExtraction: (input: UpdateExtraction): ExtractionRecord => {
			const extraction = extractionOf(input.extraction_id);
			update(world, extraction, input);
			return describeExtraction(extraction);
		},
		/** Removes an extraction whatever its status, as the dashboard might. */
		deleteExtraction: ({ extraction_id }: { extraction_id: string }): Promise<void> =>
			removeExtraction(world, extractionOf(extraction_id)),
		/** Leaves an extraction out of the list (and of nothing else), or lets it appear. */
		hideFromList: ({ extraction_id, hidden = true }: { extraction_id: string; hidden?: boolean }): void => {
			extractionOf(extraction_id).hidden = hidden;
		},
		abortFile: (input: { upload_session_id: string; file_id: string; key?: string }): void => {
			const file = sessionOf(input).files.get(input.file_id);
			if (!file) throw new Error('no such file');
			file.state = 'aborted';
		},
		/** Makes a session unavailable: `UPLOAD_ID_NOT_FOUND` at completion, or with `forget` as if it had never been. The same id can be created anew. */
		expireSession: (input: { upload_session_id: string; forget?: boolean; key?: string }): void =>
			world.sessions.expire(sessionOf(input), input.forget),
		/**
		 * Loses a file's bytes: it is registered again and wants to be sent. With `forget` the session no longer knows it,
		 * nor does it list it.
		 */
		loseFile: async (input: {
			upload_session_id: string;
			file_id: string;
			forget?: boolean;
			key?: string;
		}): Promise<void> => {
			const file = sessionOf(input).files.get(input.file_id);
			if (!file) throw new Error('no such file');
			await loseFile(world, file, input.forget ?? false);
		},
		/** Changes how the service behaves; see `Settings`. */
		configure: (settings: Partial<Settings>): void => {
			world.settings = withSettings(world.settings, settings);
		},
		/** Refuses new submissions with SUBMISSIONS_PAUSED for `forMs` of clock time; `resumes_at` is told unless `isTold` is false. 0 ends it. */
		pauseSubmissions: ({ forMs, isTold = true }: { forMs: number; isTold?: boolean }): void => {
			world.paused = { until: world.clock.now() + forMs, isTold };
		},
		/** Calls that came too early, by what the contract asks of callers: see `Rule`. */
		violations: (): Violation[] => world.manners.violations.map((violation) => ({ ...violation })),
		/** Every email sent so far. */
		mails: (): Mail[] => world.mails.map((sent) => ({ ...sent })),
		/** Makes every signed URL issued so far answer as expired. */
		expireUrls: (): void => world.urls.expireAll(),
		/** Every extraction that exists, oldest first, with what it was charged. */
		extractions: (): ExtractionRecord[] => world.extractions.all().map(describeExtraction),
		sessions: () => world.sessions.all().map(describeSession),
	};
}

export type Control = ReturnType<typeof createControl>;
