import { Room } from '../../shared/Line';

/** How many files of one run are uploaded at the same time. */
export const FILES_AT_ONCE = 8;

/** How many parts are sent at once, and so how many buffers can be in use. */
export const TRANSFERS_AT_ONCE = 8;

/** Three parts of the size that the service usually asks for. */
export const BYTES_AT_ONCE = 24 * 1024 * 1024;

/** The size of the buffer that a part is read into. There are few sizes, so that a buffer also fits the next part. */
export const bufferSizeFor = (bytes: number, partSize: number): number =>
	Math.min(partSize, 2 ** Math.ceil(Math.log2(bytes)));

/**
 * Buffers for parts, used again and again. A fresh one of several megabytes for every part would keep the garbage collector busy, and
 * keep the memory in use until it runs.
 */
export class PartBuffers {
	private readonly free: Buffer[] = [];

	/** Gives a buffer of exactly this size, with any content. */
	take(bytes: number): Buffer {
		const index = this.free.findIndex(({ length }) => length === bytes);
		const [found] = index >= 0 ? this.free.splice(index, 1) : [];
		return found ?? Buffer.allocUnsafeSlow(bytes);
	}

	/** Takes back a buffer that nobody reads any more. */
	giveBack(buffer: Buffer): void {
		this.free.push(buffer);
		if (this.free.length > TRANSFERS_AT_ONCE) this.free.shift();
	}
}

let lastUsed: WeakRef<PartBuffers> | undefined;

/** Shared by all runs. Held weakly, so that the garbage collector frees it when no run is using it. */
function sharedPartBuffers(): PartBuffers {
	const buffers = lastUsed?.deref() ?? new PartBuffers();
	lastUsed = new WeakRef(buffers);
	return buffers;
}

/** Room for files that come in one piece: as many as fit, or a single larger one. */
export const roomForWholeFiles = (): Room => new Room(BYTES_AT_ONCE, FILES_AT_ONCE);

/** What all uploads of one run share, so that memory does not grow with their number. */
export const uploadPool = () => ({
	parts: new Room(BYTES_AT_ONCE, TRANSFERS_AT_ONCE),
	wholeFiles: roomForWholeFiles(),
	buffers: sharedPartBuffers(),
});

export type UploadPool = ReturnType<typeof uploadPool>;
