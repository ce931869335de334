interface WaitingBytes {
	bytes: number;
	enter(): void;
}

/** Limits how many bytes and how many transfers are under way at once. First come, first served. */
export class ByteBudget {
	private bytesUnderWay = 0;
	private transfersUnderWay = 0;
	private readonly waiting: WaitingBytes[] = [];

	constructor(
		private readonly maxBytes: number,
		private readonly maxTransfers: number,
	) {}

	/** Waits for room. A transfer larger than the whole budget passes if it is alone. @returns a function that frees the room */
	async take(bytes: number): Promise<() => void> {
		if (this.waiting.length > 0 || !this.hasRoom(bytes))
			await new Promise<void>((enter) => this.waiting.push({ bytes, enter }));
		else this.admit(bytes);
		let given = false;
		return () => {
			if (given) return;
			given = true;
			this.bytesUnderWay -= bytes;
			this.transfersUnderWay--;
			this.admitWaiting();
		};
	}

	private hasRoom(bytes: number): boolean {
		if (this.transfersUnderWay === 0) return true;
		return this.transfersUnderWay < this.maxTransfers && this.bytesUnderWay + bytes <= this.maxBytes;
	}

	private admit(bytes: number): void {
		this.bytesUnderWay += bytes;
		this.transfersUnderWay++;
	}

	private admitWaiting(): void {
		for (let next = this.waiting[0]; next && this.hasRoom(next.bytes); next = this.waiting[0]) {
			this.waiting.shift();
			this.admit(next.bytes);
			next.enter();
		}
	}
}
