import type { Readable } from '../../../api/http/signedUrls';
import { sizeLimitOf } from '../fileTypes';
import { contentsOf, isDocument, otherTypeOf, type Contents } from '../contents';

/**
 * Reads along how a file arrives. It says what the file is as soon as its first bytes show it, and cuts it off where it is no document or
 * too large for its type. Made before the stream has another reader.
 */
export class Arrival {
	/** Bytes that have arrived, unpacked. */
	bytes = 0;
	isTooLarge = false;
	/** The MIME type from its first bytes, if it is not a document; empty if they do not show it. */
	otherType = '';
	private head: Buffer = Buffer.alloc(0);
	private contents: Contents | undefined;
	private resolve: (contents: Contents) => void = () => undefined;
	private reject: (error: unknown) => void = () => undefined;

	/** @param announced its size, if the server announces it */
	constructor(
		private readonly stream: Readable,
		private readonly announced?: number,
	) {
		// Reading along must not make the stream flow before its reader is there.
		stream.pause();
		stream.on('data', (chunk: Buffer) => this.onChunk(chunk));
		stream.on('end', () => this.classify(true));
		stream.on('error', (error) => this.reject(error));
		stream.on('close', () => this.reject(new Error('The connection was closed')));
	}

	/**
	 * Lets the file begin to arrive. A document then waits, with all its bytes, for the one who reads the stream from now on; anything else
	 * is cut off.
	 *
	 * @throws what breaks the connection before that
	 */
	async begin(): Promise<Contents> {
		return await new Promise((resolve, reject) => {
			this.resolve = resolve;
			this.reject = reject;
			if (this.stream.destroyed) reject(new Error('The connection was closed'));
			this.stream.resume();
		});
	}

	/** Whether it ended before all bytes came that its server had announced. */
	get isCutOff(): boolean {
		return this.announced !== undefined && this.bytes < this.announced;
	}

	private onChunk(chunk: Buffer): void {
		this.bytes += chunk.length;
		if (this.contents === undefined) {
			this.head = Buffer.concat([this.head, chunk]);
			this.classify(false);
		} else this.checkSize(this.bytes);
	}

	private classify(isWhole: boolean): void {
		if (this.contents !== undefined) return;
		this.contents = contentsOf(this.head, isWhole);
		if (this.contents === undefined) return;
		if (isDocument(this.contents)) {
			this.stream.pause();
			this.checkSize(Math.max(this.bytes, this.announced ?? 0));
			// They come again, for the reader.
			this.bytes = 0;
			if (!this.isTooLarge) this.stream.unshift(this.head);
		} else {
			this.otherType = otherTypeOf(this.head);
			this.stream.destroy();
		}
		this.head = Buffer.alloc(0);
		this.resolve(this.contents);
	}

	private checkSize(bytes: number): void {
		if (this.contents === undefined || !isDocument(this.contents)) return;
		if (bytes <= sizeLimitOf(this.contents)) return;
		this.isTooLarge = true;
		this.stream.destroy(new Error('The file is too large'));
	}
}
