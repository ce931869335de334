import type { ApiClient } from '../../api/http/client';
import { ERROR_TEXTS } from '../../api/errors/errorTexts';
import { issuesIn } from '../../api/errors/serviceWords';
import { hasCode, isServiceError, type ServiceError } from '../../api/errors/ServiceError';
import { aboutFile, FILE_GIVEN_UP, fileLostError } from '../../files/upload/fileErrors';
import {
	openSession,
	uploadBatch,
	type FileFailures,
	type OpenSession,
} from '../../files/upload/uploadFiles';
import type { SessionFile } from '../../files/input/InputFile';
import type { UploadPool } from '../../files/upload/pool';
import { sessionId } from '../request/identity';
import { attempt } from '../../shared/attempt';
import type { Situation } from '../../shared/problems';

/** How many upload sessions are tried if the service gives one up. */
const SESSIONS = 3;

/** Codes that say that the service has given up an upload session, or a file of it. */
const SESSION_LOST = new Set([...FILE_GIVEN_UP, 'FILE_NOT_FOUND', 'UPLOAD_ID_NOT_FOUND']);

/** Whether a refusal has a code of a later version of the service. It may be about files: to send what is missing costs nothing. */
const isOfUnknownKind = ({ failure: { code, httpStatus = 0, retryable } }: ServiceError): boolean =>
	!retryable && httpStatus >= 400 && httpStatus < 500 && !(code in ERROR_TEXTS);

/**
 * Reads why a submission was refused ("Only completed files may be named in a submission").
 *
 * @returns whether there is no such session, or not any more, and the places of the files that are not completed, if the service names
 *     them; undefined if the refusal is not about files
 */
export function refusedFiles(error: ServiceError) {
	if (SESSION_LOST.has(error.code)) return { sessionIsGone: true, places: [] as number[] };
	if (error.code !== 'INVALID_INPUT' && !isOfUnknownKind(error)) return undefined;
	const paths = issuesIn(error.failure.details).flatMap(({ path }) => (path.length > 0 ? [path] : []));
	const sessionIsGone = paths.some(([field]) => field === 'upload_session_id');
	const ofFiles = paths.filter(([field]) => field === 'file_ids');
	if (paths.length > 0 && ofFiles.length === 0 && !sessionIsGone) return undefined;
	return { sessionIsGone, places: ofFiles.flatMap(([, place]) => (typeof place === 'number' ? place : [])) };
}

interface Uploading {
	api: ApiClient;
	pool: UploadPool;
	/** Collects the files that fail by themselves. Without it, the first failure ends the run. */
	failures?: FileFailures;
}

/** The upload session of a batch. If the service gives the session up, the next of the series follows. */
export class Session {
	id = '';
	/** Whether there is evidence that another run sent this batch. */
	foundEarlierRun = false;
	/** The files that the service has whole, and the names by which it knows them. */
	private completed = new Map<SessionFile, string>();
	/** The session at the service, once it has it. */
	private opened?: OpenSession;
	private number = 0;
	/** How many sessions this run has lost. */
	private lost = 0;
	/** Files that were sent to it because a submission lacked them. */
	private readonly supplied = new Set<SessionFile>();
	/** Why the session cannot be used: the service has given it up, or does not open it. */
	private problem?: ServiceError;

	/** @param batch all of its files make the session, whichever of them are sent */
	constructor(
		readonly uploading: Uploading,
		private readonly batch: { id: string; idFrom?: Situation['idFrom']; files: SessionFile[] },
	) {}

	/** Uploads all files. @throws ServiceError */
	async uploadAll(): Promise<void> {
		await this.begin(false);
		if (!this.problem) return;
		this.throwIfLast(this.problem);
		await this.uploadAll();
	}

	/**
	 * Uploads all files until a response shows that an earlier run used this session. Then the submission comes first: it returns the
	 * earlier extraction, or names the missing files.
	 *
	 * @throws ServiceError
	 */
	async begin(stopAtClosedFile = true): Promise<void> {
		this.turnToNext();
		await this.open(this.batch.files, stopAtClosedFile);
	}

	/** What the service calls a file of the session: an earlier run may have called it otherwise. */
	nameOf(file: SessionFile): string {
		return this.completed.get(file) ?? file.sessionName;
	}

	/** Turns to the next session, unless this one is given up anyway. It is opened once a submission shows that it does not exist yet. */
	leave(): void {
		if (!this.problem) this.turnToNext();
	}

	/**
	 * Uploads the files that a refused submission lacks.
	 *
	 * @param files the files that the submission named, in its order
	 * @throws `refused`, or an error that explains it better, if it is not about files or there is nothing left to upload
	 */
	async supply(refused: unknown, files: SessionFile[]): Promise<void> {
		const about = isServiceError(refused) ? refusedFiles(refused) : undefined;
		if (!about || !isServiceError(refused)) throw refused;
		const problem = this.problem ?? (about.sessionIsGone && this.opened ? refused : undefined);
		if (problem) {
			this.throwIfLast(problem);
			this.turnToNext();
		}
		if (!this.opened) return await this.open(files, true);
		const named = about.places.flatMap((place) => files[place] ?? []);
		const missing = named.length > 0 ? named : files.filter((file) => !this.completed.has(file));
		if (missing.length === 0) throw refused;
		await this.send(
			this.opened,
			missing.filter((file) => this.maySupply(file, refused)),
			false,
		);
		// If the session is lost now, no earlier run is the reason.
		if (this.problem) await this.supply(refused, files);
	}

	private turnToNext(): void {
		this.number++;
		this.id = sessionId(this.batch.id, this.number);
		this.opened = undefined;
		this.completed = new Map();
		this.supplied.clear();
		this.problem = undefined;
		// The next session may take what this one did not.
		this.uploading.failures?.clear();
	}

	/** Counts a session as lost. @throws the problem, unless the next session may not have it */
	private throwIfLast(problem: ServiceError): void {
		if (++this.lost >= SESSIONS || problem.code === 'INSUFFICIENT_CREDITS') throw problem;
	}

	private async open(files: SessionFile[], stopAtClosedFile: boolean): Promise<void> {
		const { api } = this.uploading;
		const opened = await attempt(async () => await openSession(api, this.id, this.batch.files));
		if (opened.ok) {
			this.opened = opened.value;
			await this.send(opened.value, files, stopAtClosedFile);
		} else if (isServiceError(opened.error) && opened.error.code === 'INSUFFICIENT_CREDITS') {
			// Only new work needs credits. An earlier run may have paid for this batch.
			this.problem = opened.error;
			this.foundEarlierRun = true;
		} else if (this.batch.idFrom === 'files' && hasCode(opened.error, 'SESSION_ALREADY_INITIALIZED')) {
			// The ID is made of the contents, so an earlier run has opened it with the same files under other names.
			this.foundEarlierRun = true;
			this.opened = { id: this.id };
			if (!stopAtClosedFile) await this.send(this.opened, files, false);
		} else throw opened.error;
	}

	/** Whether to send a file that a submission lacks. If the service has lost it once more, it fails by itself. */
	private maySupply(file: SessionFile, { failure }: ServiceError): boolean {
		if (!this.supplied.has(file)) {
			this.supplied.add(file);
			return true;
		}
		const lost = aboutFile(file, fileLostError(failure.message));
		const { failures } = this.uploading;
		if (!failures) throw lost;
		failures.set(file, lost);
		return false;
	}

	private async send(session: OpenSession, files: SessionFile[], stopAtClosedFile: boolean): Promise<void> {
		const { completed, lost, uploading } = this;
		const isLastSession = lost + 1 >= SESSIONS;
		const upload = { ...uploading, session, completed, stopAtClosedFile, isLastSession };
		const sent = await attempt(async () => await uploadBatch(upload, files));
		if (sent.ok) return;
		const { error } = sent;
		if (isServiceError(error) && SESSION_LOST.has(error.code)) this.problem = error;
		else if (!stopAtClosedFile || !hasCode(error, 'FILE_NOT_UPLOADABLE')) throw error;
		this.foundEarlierRun = true;
	}
}
