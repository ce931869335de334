import type { ByteStore, OpenFile } from '../../../dev/sandbox/state/ByteStore';

/** Keeps the bytes of uploaded files in memory: a history reads and writes no disk. */
export class MemoryStore implements ByteStore {
	private readonly kept = new Map<string, Buffer>();

	bytesAt(path: string): Buffer {
		return this.kept.get(path)!;
	}

	async open(path: string): Promise<OpenFile> {
		const chunks: Buffer[] = [];
		return {
			// A copy: the node uses its buffers again.
			write: async (bytes) => chunks.push(Buffer.from(bytes)),
			close: async () => void this.kept.set(path, Buffer.concat(chunks)),
		};
	}

	async join(parts: string[], path: string): Promise<void> {
		this.kept.set(path, Buffer.concat(parts.map((part) => this.bytesAt(part))));
	}

	async remove(path: string): Promise<void> {
		this.kept.delete(path);
	}
}
