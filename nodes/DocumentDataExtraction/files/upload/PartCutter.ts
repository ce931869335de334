/** How many parts a file is sent in: `ceil(file_size_bytes / part_size)`. */
export const partCount = (bytes: number, partSize: number): number => Math.ceil(bytes / partSize);

/** The size of a part in bytes; only the last one may be smaller than `partSize`. */
export const sizeOfPart = (partNumber: number, bytes: number, partSize: number): number =>
	Math.min(partSize, bytes - (partNumber - 1) * partSize);

/** Turns chunks of any size into pieces of the sizes that the caller wants, one after the other. */
export class PartCutter {
	private readonly source: AsyncIterator<Buffer>;
	private rest: Buffer = Buffer.alloc(0);

	constructor(chunks: AsyncIterable<Buffer>) {
		this.source = chunks[Symbol.asyncIterator]();
	}

	/** Fills the buffer with the next bytes. @returns how many: fewer than fit only if the source has ended */
	async fill(part: Buffer): Promise<number> {
		let filled = 0;
		while (filled < part.length) {
			if (this.rest.length === 0 && !(await this.readOn())) break;
			const copied = this.rest.copy(part, filled);
			this.rest = this.rest.subarray(copied);
			filled += copied;
		}
		return filled;
	}

	/** Skips the next bytes. @returns how many: fewer than asked for only if the source has ended */
	async skip(bytes: number): Promise<number> {
		let skipped = 0;
		while (skipped < bytes) {
			if (this.rest.length === 0 && !(await this.readOn())) break;
			const passed = Math.min(bytes - skipped, this.rest.length);
			this.rest = this.rest.subarray(passed);
			skipped += passed;
		}
		return skipped;
	}

	/** Closes the source, even if it was not read to its end. */
	async close(): Promise<void> {
		this.rest = Buffer.alloc(0);
		await this.source.return?.(undefined);
	}

	private async readOn(): Promise<boolean> {
		const next = await this.source.next();
		if (next.done) return false;
		this.rest = Buffer.isBuffer(next.value) ? next.value : Buffer.from(next.value);
		return true;
	}
}
