/** As many as there can be transfers at once. */
const MOST_KEPT = 8;

/** The size of the buffer that a part is read into: few different ones, so that a buffer fits the next part too. */
export const bufferSizeFor = (bytes: number, partSize: number): number =>
	Math.min(partSize, 2 ** Math.ceil(Math.log2(bytes)));

/**
 * Buffers for parts, used over and over: a fresh one of several megabytes for every part would keep the garbage collector busy,
 * and the memory high until it has come.
 */
export class PartBuffers {
	private readonly free: Buffer[] = [];

	/** A buffer of exactly so many bytes, with any content. */
	take(bytes: number): Buffer {
		const index = this.free.findIndex(({ length }) => length === bytes);
		const [found] = index >= 0 ? this.free.splice(index, 1) : [];
		return found ?? Buffer.allocUnsafeSlow(bytes);
	}

	/** Takes back a buffer that nobody reads any more. */
	giveBack(buffer: Buffer): void {
		this.free.push(buffer);
		if (this.free.length > MOST_KEPT) this.free.shift();
	}
}

let lastUsed: WeakRef<PartBuffers> | undefined;

/** The same for all runs, until the garbage collector comes while there is none. */
export function sharedPartBuffers(): PartBuffers {
	const buffers = lastUsed?.deref() ?? new PartBuffers();
	lastUsed = new WeakRef(buffers);
	return buffers;
}
