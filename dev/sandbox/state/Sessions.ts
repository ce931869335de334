import { randomUUID } from 'node:crypto';
import type { Account } from './Accounts';

export interface UploadedPart {
	path: string;
	size: number;
	/** MD5 in quotes. */
	eTag: string;
}

export interface StoredFile {
	fileId: string;
	fileName: string;
	sizeBytes: number;
	state: 'registered' | 'completed' | 'aborted';
	/** Names the file in signed URLs and in the temporary folder. */
	objectId: string;
	parts: Map<number, UploadedPart>;
	completedAt: number;
	/** Path of the whole file, once it has been asked for. */
	whole?: Promise<string>;
	/** Ids of the extractions that need it. */
	usedBy: Set<string>;
	session: UploadSession;
}

export interface UploadSession {
	id: string;
	account: Account;
	createdAt: number;
	files: Map<string, StoredFile>;
	/** What was registered, to tell a repeat from a conflict. */
	fingerprint: string;
}

export interface FileEntry {
	file_id: string;
	file_name: string;
	file_size_bytes: number;
}

const fingerprintOf = (entries: FileEntry[]) =>
	JSON.stringify(
		entries
			.map((entry) => [entry.file_id, entry.file_name, entry.file_size_bytes])
			.sort((a, b) => (a[0]! < b[0]! ? -1 : 1)),
	);

export class Sessions {
	private readonly byAccount = new Map<Account, Map<string, UploadSession>>();
	private readonly expired = new Map<Account, Set<string>>();
	private readonly objects = new Map<string, StoredFile>();

	find(account: Account, id: string): UploadSession | undefined {
		return this.byAccount.get(account)?.get(id);
	}

	/** True when the account's session of this id is no longer available. */
	isExpired(account: Account, id: string): boolean {
		return this.expired.get(account)?.has(id) ?? false;
	}

	create(account: Account, id: string, entries: FileEntry[], createdAt: number): UploadSession {
		const session: UploadSession = {
			id,
			account,
			createdAt,
			files: new Map(),
			fingerprint: fingerprintOf(entries),
		};
		for (const entry of entries) {
			const file: StoredFile = {
				fileId: entry.file_id,
				fileName: entry.file_name,
				sizeBytes: entry.file_size_bytes,
				state: 'registered',
				objectId: randomUUID(),
				parts: new Map(),
				completedAt: 0,
				usedBy: new Set(),
				session,
			};
			session.files.set(file.fileId, file);
			this.objects.set(file.objectId, file);
		}
		const own = this.byAccount.get(account) ?? new Map<string, UploadSession>();
		this.byAccount.set(account, own.set(id, session));
		this.expired.get(account)?.delete(id);
		return session;
	}

	/** Whether the entries are the ones the session was created with, in any order. */
	isSame(session: UploadSession, entries: FileEntry[]): boolean {
		return session.fingerprint === fingerprintOf(entries);
	}

	/** The file a signed URL names. */
	byObjectId(objectId: string): StoredFile | undefined {
		return this.objects.get(objectId);
	}

	/** Forgets a file, and its session with the last one. */
	removeFile(file: StoredFile): void {
		this.objects.delete(file.objectId);
		file.session.files.delete(file.fileId);
		if (file.session.files.size === 0) this.byAccount.get(file.session.account)?.delete(file.session.id);
	}

	/** Makes a session unavailable: its files can no longer be sent, completed or submitted. `forget`: nor is it known that it was. */
	expire(session: UploadSession, forget = false): void {
		for (const file of session.files.values()) this.objects.delete(file.objectId);
		this.byAccount.get(session.account)?.delete(session.id);
		if (forget) return;
		const ids = this.expired.get(session.account) ?? new Set<string>();
		this.expired.set(session.account, ids.add(session.id));
	}

	all(): UploadSession[] {
		return [...this.byAccount.values()].flatMap((own) => [...own.values()]);
	}
}
