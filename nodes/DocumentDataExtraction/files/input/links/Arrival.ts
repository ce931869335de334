import type { Readable } from '../../../api/http/request';
import { contentsOf, isDocument, type Contents } from '../contents';
import { sizeLimitOf, type FileType } from '../fileTypes';

/**
 * Reads along how a file arrives. It says what the file is as soon as its first bytes show it, and closes the stream where it is no
 * document or too large for its type. Made before the stream has another reader.
 */
export class Arrival {
	/** Why the file is not wanted, once something shows that it is not. */
	refused: Error | undefined;
	/** Bytes that have arrived, unpacked. */
	private bytes = 0;
	private head: Buffer = Buffer.alloc(0);
	private contents: Contents | undefined;
	private resolve: (type: FileType) => void = () => undefined;
	private reject: (error: unknown) => void = () => undefined;

	/** @param refusal makes the error of a file that is no document, or of a document that is too large */
	constructor(
		private readonly stream: Readable,
		private readonly refusal: (contents: Contents) => Error,
	) {
		// Reading along must not make the stream flow before its reader is there.
		stream.pause();
		stream.on('data', (chunk: Buffer) => this.onChunk(chunk));
		stream.on('end', () => this.classify(true));
		stream.on('error', (error) => this.reject(error));
		stream.on('close', () => this.reject(new Error('The connection was closed')));
	}

	/**
	 * Lets the file begin to arrive. A document then waits, with all its bytes, for the one who reads the stream from now on.
	 *
	 * @throws if the file is not wanted, or what breaks the connection before that
	 */
	async begin(): Promise<FileType> {
		return await new Promise((resolve, reject) => {
			this.resolve = resolve;
			this.reject = reject;
			if (this.stream.destroyed) reject(new Error('The connection was closed'));
			this.stream.resume();
		});
	}

	private onChunk(chunk: Buffer): void {
		this.bytes += chunk.length;
		if (this.contents === undefined) {
			this.head = Buffer.concat([this.head, chunk]);
			this.classify(false);
		} else this.accept(this.contents, this.bytes);
	}

	private classify(isWhole: boolean): void {
		const contents = this.contents === undefined ? contentsOf(this.head, isWhole) : undefined;
		if (contents === undefined) return;
		this.contents = contents;
		if (!this.accept(contents, this.bytes)) return;
		this.stream.pause();
		// They come again, for the reader.
		this.bytes = 0;
		this.stream.unshift(this.head);
		this.head = Buffer.alloc(0);
		this.resolve(contents);
	}

	/** Closes the stream of a file that is not wanted. */
	private accept(contents: Contents, bytes: number): contents is FileType {
		if (isDocument(contents) && bytes <= sizeLimitOf(contents)) return true;
		this.refused = this.refusal(contents);
		this.stream.destroy(new Error('The file is not wanted'));
		return false;
	}
}
