import { createHash } from 'node:crypto';
import { invalid, Refusal } from './errors';

export interface ModelFile {
	fileId: string;
	name: string;
	size: number;
	state: 'registered' | 'completed' | 'aborted';
	parts: Map<number, { eTag: string; bytes: Buffer }>;
	content?: Buffer;
	completedAt: number;
	session: Session;
}

export interface Session {
	id: string;
	files: Map<string, ModelFile>;
	fingerprint: string;
	/** The run that made it, and when. */
	by: string;
	createdAt: number;
}

interface FileEntry {
	file_id: string;
	file_name: string;
	file_size_bytes: number;
}

/** "Allowed characters: letters, digits, `.`, `_`, `:`, `-`. Length 1-200." */
export const isIdentifier = (value: unknown): boolean =>
	typeof value === 'string' && /^[A-Za-z0-9._:-]{1,200}$/.test(value);

const MINUTE = 60_000;

/** Upload sessions, parts and storage, as the contract has them. */
export class Uploads {
	readonly sessions = new Map<string, Session>();

	/** Sessions that are "no longer available". */
	private readonly gone = new Set<string>();

	private readonly urls = new Map<string, { file: ModelFile; part: number; expires: number }>();

	private signatures = 0;

	/** How often all sessions were lost. */
	losses = 0;

	/** Every file that was ever registered. */
	readonly registered: ModelFile[] = [];

	/** Every part that arrived. */
	readonly sent: Array<{ file: ModelFile; part: number; by: string; at: number }> = [];

	constructor(
		private readonly partSize: number,
		private readonly now: () => number,
		private readonly available: () => number,
		private readonly storage: string,
	) {}

	create(id: string, entries: FileEntry[], by: string): unknown {
		if (!isIdentifier(id)) throw invalid({ message: 'no identifier', path: ['upload_session_id'] });
		if (!Array.isArray(entries) || entries.length < 1 || entries.length > 6_000)
			throw invalid({ message: '1 to 6,000 file entries', path: ['files'] });
		entries.forEach((entry, index) => this.check(entry, index));
		if (new Set(entries.map((entry) => entry.file_id)).size < entries.length)
			throw new Refusal('DUPLICATE_FILE_ID');
		if (new Set(entries.map((entry) => entry.file_name)).size < entries.length)
			throw new Refusal('DUPLICATE_FILE_NAME');
		const fingerprint = JSON.stringify(
			entries.map((e) => [e.file_id, e.file_name, e.file_size_bytes]).sort(),
		);
		const existing = this.sessions.get(id);
		// "Idempotent: the same `upload_session_id` with the same files returns the existing session. The same id with different files gives …"
		if (existing && existing.fingerprint !== fingerprint) throw new Refusal('SESSION_ALREADY_INITIALIZED');
		if (!existing) {
			// "Session creation needs at least one available credit per file."
			if (this.available() < entries.length)
				throw new Refusal('INSUFFICIENT_CREDITS', {
					file_count: entries.length,
					credits_balance: this.available(),
					credits_reserved: 0,
				});
			const session: Session = { id, files: new Map(), fingerprint, by, createdAt: this.now() };
			for (const { file_id: fileId, file_name: name, file_size_bytes: size } of entries)
				session.files.set(fileId, {
					fileId,
					name,
					size,
					state: 'registered',
					parts: new Map(),
					completedAt: 0,
					session,
				});
			this.registered.push(...session.files.values());
			this.sessions.set(id, session);
			this.gone.delete(id);
		}
		const files = entries.map(({ file_id, file_name }) => ({ file_id, file_name, part_size: this.partSize }));
		return { success: true, upload_session_id: id, files };
	}

	private check({ file_id, file_name, file_size_bytes }: FileEntry, index: number): void {
		if (!isIdentifier(file_id))
			throw invalid({ message: 'no identifier', path: ['files', index, 'file_id'] });
		if (typeof file_name !== 'string' || !/\.(pdf|jpg|jpeg|png)$/.test(file_name))
			throw invalid({
				message: 'must end in .pdf, .jpg, .jpeg or .png',
				path: ['files', index, 'file_name'],
			});
		if (!Number.isInteger(file_size_bytes) || file_size_bytes < 1)
			throw invalid({ message: 'no size', path: ['files', index, 'file_size_bytes'] });
	}

	private file(sessionId: string, fileId: string): ModelFile {
		const file = this.sessions.get(sessionId)?.files.get(fileId);
		if (!file) throw new Refusal('FILE_NOT_FOUND', { file_id: fileId });
		return file;
	}

	parts(sessionId: string, fileId: string, numbers: number[]): unknown {
		const file = this.file(sessionId, fileId);
		// "A completed or aborted file gets `FILE_NOT_UPLOADABLE` when URLs are requested."
		if (file.state !== 'registered') throw new Refusal('FILE_NOT_UPLOADABLE', { file_id: fileId });
		if (
			!Array.isArray(numbers) ||
			numbers.length < 1 ||
			numbers.length > 1_000 ||
			numbers.some((n) => !(n >= 1 && n <= 10_000))
		)
			throw invalid({ message: 'part numbers', path: ['part_numbers'] });
		const part_urls = numbers.map((part_number) => {
			const signature = `SIGNED${(this.signatures += 1)}`;
			// "A URL is valid for 15 minutes from issue."
			this.urls.set(signature, { file, part: part_number, expires: this.now() + 15 * MINUTE });
			return {
				part_number,
				url: `${this.storage}/uploads/${file.fileId}/${part_number}?signature=${signature}`,
			};
		});
		return {
			success: true,
			upload_session_id: sessionId,
			file_id: fileId,
			file_name: file.name,
			part_size: this.partSize,
			part_urls,
		};
	}

	/** The file that a signed URL stands for, also when it has expired. */
	signed(signature: string): ModelFile | undefined {
		return this.urls.get(signature)?.file;
	}

	/** PUT of a part. Undefined when the storage refuses it. */
	put(signature: string, bytes: Buffer, by: string): { eTag: string } | undefined {
		const signed = this.urls.get(signature);
		if (!signed || signed.expires < this.now()) return undefined;
		const { file, part } = signed;
		if (this.sessions.get(file.session.id) !== file.session) return undefined;
		this.sent.push({ file, part, by, at: this.now() });
		const eTag = `"${createHash('md5').update(bytes).digest('hex')}"`;
		if (file.state === 'registered') file.parts.set(part, { eTag, bytes: Buffer.from(bytes) });
		return { eTag };
	}

	complete(sessionId: string, fileId: string, parts: Array<{ part_number: number; e_tag: string }>): unknown {
		if (this.gone.has(sessionId)) throw new Refusal('UPLOAD_ID_NOT_FOUND');
		const file = this.file(sessionId, fileId);
		if (file.state === 'aborted') throw new Refusal('FILE_ABORTED', { file_id: fileId });
		// "A file already complete returns success again."
		if (file.state === 'registered') this.assemble(file, parts);
		return { success: true, upload_session_id: sessionId, file_id: fileId, file_name: file.name };
	}

	private assemble(file: ModelFile, parts: Array<{ part_number: number; e_tag: string }>): void {
		const total = Math.ceil(file.size / this.partSize);
		// "The parts must cover 1 to the part count, each with its ETag."
		const sent = Array.from({ length: total }, (_, index) => {
			const eTag = parts.find((part) => part.part_number === index + 1)?.e_tag;
			const stored = file.parts.get(index + 1);
			return stored && stored.eTag === eTag ? stored.bytes : undefined;
		});
		if (parts.length !== total || sent.includes(undefined))
			throw new Refusal('INVALID_COMPLETION_PARTS', { reason: 'parts_do_not_cover' });
		const content = Buffer.concat(sent as Buffer[]);
		if (content.length !== file.size)
			throw new Refusal('OBJECT_SIZE_MISMATCH', {
				declared_size_bytes: file.size,
				actual_size_bytes: content.length,
			});
		Object.assign(file, { state: 'completed', content, completedAt: this.now() });
	}

	/** How a file becomes aborted or a session unavailable is "not shown": the history says when. */
	abort(which: number): void {
		const open = [...this.sessions.values()]
			.flatMap((s) => [...s.files.values()])
			.filter((f) => f.state === 'registered');
		const file = open[which % Math.max(1, open.length)];
		if (file) file.state = 'aborted';
	}

	lose(): void {
		this.losses += 1;
		for (const id of this.sessions.keys()) this.gone.add(id);
		this.sessions.clear();
	}
}
