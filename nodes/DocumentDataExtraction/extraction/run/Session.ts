import type { ApiClient } from '../../api/http/client';
import { isServiceError, type ServiceError } from '../../api/errors/ServiceError';
import { aboutFile, fileLostError } from '../../files/fileErrors';
import {
	openSession,
	uploadFiles,
	type FileFailures,
	type OpenSession,
} from '../../files/upload/uploadFiles';
import type { SessionFile } from '../../files/input/InputFile';
import type { UploadPool } from '../../files/upload/uploadParts';
import { sessionId } from '../request/identity';
import { isSessionLost, sessionGone, SESSIONS, type RefusedFiles } from '../request/refusal';
import { attempt } from '../../shared/attempt';

/** Codes that say that the session already had the file. */
const SENT_EARLIER = new Set(['FILE_ABORTED', 'FILE_NOT_UPLOADABLE']);

interface Uploading {
	api: ApiClient;
	/** All files of the batch: the session is made of them, whichever of them are sent. */
	batch: { id: string; files: SessionFile[] };
	pool: UploadPool;
	/** Collects the files that fail by themselves. Without it, the first failure ends the run. */
	failures?: FileFailures;
}

/** The upload session of a batch. If the service gives the session up, the next of the series follows. */
export class Session {
	id = '';
	/** Whether something shows that an earlier run, or another one, sent the same batch. */
	foundEarlierRun = false;
	/** Whether the service already has files that an earlier run sent under the same IDs. */
	foundSentFiles = false;
	/** The files that the service has whole. */
	completed = new Set<SessionFile>();
	/** The session at the service, once it has it. */
	opened?: OpenSession;
	private number = 0;
	/** Files that were sent again because the service had lost them. */
	private readonly sentAgain = new Set<SessionFile>();
	/** Why there is no session to upload to. */
	private refusal?: ServiceError;
	/** Why the session cannot be gone on with. */
	private loss?: ServiceError;

	constructor(private readonly uploading: Uploading) {}

	/** Uploads all files. @throws ServiceError */
	async uploadAll(): Promise<void> {
		const { batch, failures } = this.uploading;
		do {
			failures?.clear();
			this.turnToNext();
			await this.open(batch.files, false);
			if (this.refusal) throw this.refusal;
		} while (this.loss && this.number < SESSIONS);
		if (this.loss) throw this.loss;
	}

	/**
	 * Opens the next session and uploads the files to it, until something shows that an earlier run was here. From then on the submission
	 * comes first: it finds what is done and paid, or says what is missing.
	 *
	 * @throws ServiceError
	 */
	async begin(files: SessionFile[]): Promise<void> {
		this.turnToNext();
		await this.open(files, true);
	}

	/** Turns to the next session, if there is one. It is opened once a submission shows that it does not exist yet. */
	leave(): void {
		if (this.number < SESSIONS && !this.refusal) this.turnToNext();
	}

	/**
	 * Uploads the files that a refused submission lacks.
	 *
	 * @param files the files that the submission named, in its order
	 * @throws `refused`, or an error that explains it better, if there is nothing left to upload
	 */
	async supply(refused: ServiceError, { sessionIsGone, places }: RefusedFiles, files: SessionFile[]) {
		if (this.refusal) throw this.refusal;
		if (!this.opened) return await this.open(files, true);
		const loss = this.loss ?? (sessionIsGone ? sessionGone(refused) : undefined);
		if (loss) return await this.beginAnew(loss, files);
		const named = places.flatMap((place) => files[place] ?? []);
		const missing =
			named.length > 0
				? named.filter((file) => this.maySend(file, refused))
				: files.filter((file) => !this.completed.has(file));
		if (missing.length === 0 && named.length === 0) throw refused;
		await this.send(missing, false);
		// If the session is lost now, no earlier run is the reason.
		if (this.loss) await this.beginAnew(this.loss, files);
	}

	private turnToNext(): void {
		this.number++;
		this.id = sessionId(this.uploading.batch.id, this.number);
		this.opened = undefined;
		this.completed = new Set();
		this.loss = undefined;
	}

	private async beginAnew(loss: ServiceError, files: SessionFile[]): Promise<void> {
		if (this.number >= SESSIONS) throw loss;
		await this.begin(files);
	}

	private async open(files: SessionFile[], stopAtClosedFile: boolean): Promise<void> {
		const { api, batch } = this.uploading;
		const opened = await attempt(async () => await openSession(api, this.id, batch.files));
		if (opened.ok) {
			this.opened = opened.value;
			await this.send(files, stopAtClosedFile);
		} else if (isServiceError(opened.error) && opened.error.code === 'INSUFFICIENT_CREDITS') {
			// Only new work needs credits. An earlier run may have paid for this batch.
			this.refusal = opened.error;
			this.foundEarlierRun = true;
		} else throw opened.error;
	}

	/** Whether to send a file. If the service had it whole and lost it, it is sent once more; the second time it fails by itself. */
	private maySend(file: SessionFile, { failure }: ServiceError): boolean {
		if (!this.completed.delete(file)) return true;
		if (!this.sentAgain.has(file)) {
			this.sentAgain.add(file);
			return true;
		}
		const lost = aboutFile(file, fileLostError(failure.message));
		const { failures } = this.uploading;
		if (!failures) throw lost;
		failures.set(file, lost);
		return false;
	}

	private async send(files: SessionFile[], stopAtClosedFile: boolean): Promise<void> {
		const { api, pool, failures } = this.uploading;
		const { opened: session, completed } = this;
		if (!session) return;
		const isLastSession = this.number >= SESSIONS;
		const upload = { api, session, pool, completed, failures, stopAtClosedFile, isLastSession };
		const sent = await attempt(async () => await uploadFiles(upload, files));
		if (sent.ok) return;
		const { error } = sent;
		if (!isServiceError(error)) throw error;
		if (SENT_EARLIER.has(error.code)) this.foundSentFiles = true;
		if (isSessionLost(error)) this.loss = error;
		else if (!stopAtClosedFile || error.code !== 'FILE_NOT_UPLOADABLE') throw error;
		this.foundEarlierRun = true;
	}
}
