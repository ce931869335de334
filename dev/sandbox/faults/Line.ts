import { sleep } from '../sleep';

/** Bytes cross it one after the other, at a steady rate of real time. */
export class Line {
	private freeAt = 0;

	constructor(private readonly bytesPerSecond: number) {}

	/** Resolves when `bytes` have crossed. */
	async carry(bytes: number): Promise<void> {
		this.freeAt = Math.max(this.freeAt, Date.now()) + (bytes / this.bytesPerSecond) * 1000;
		await sleep(Math.max(0, this.freeAt - Date.now()));
	}
}
