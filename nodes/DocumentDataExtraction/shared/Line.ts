interface Place<Wanted, Turn> {
	readonly wanted: Wanted;
	end(turn: Turn | undefined): void;
}

/** A waiting line. First come, first served: nobody overtakes the first one, even if that one does not fit yet. */
export abstract class Line<Wanted, Turn> {
	protected waiting: Array<Place<Wanted, Turn>> = [];

	/** Whether there is room for it now. */
	protected abstract fits(wanted: Wanted): boolean;

	/** Takes the room. It is called as soon as it is somebody's turn, before the next one is looked at. */
	protected abstract admit(wanted: Wanted): Turn;

	/** Whose turn it is. */
	protected next(): Place<Wanted, Turn> | undefined {
		return this.waiting[0];
	}

	/**
	 * Waits for the caller's turn.
	 *
	 * @returns undefined if the caller is turned away
	 * @throws the signal's reason
	 */
	async enter(wanted: Wanted, signal?: AbortSignal): Promise<Turn | undefined> {
		signal?.throwIfAborted();
		if (this.waiting.length === 0 && this.fits(wanted)) return this.admit(wanted);
		let stop = () => {};
		const turn = new Promise<Turn | undefined>((end, fail) => {
			const place = { wanted, end };
			this.waiting.push(place);
			stop = () => {
				this.waiting = this.waiting.filter((other) => other !== place);
				fail(signal?.reason as Error);
				this.moveOn();
			};
		});
		signal?.addEventListener('abort', stop, { once: true });
		return await turn.finally(() => signal?.removeEventListener('abort', stop));
	}

	/** Lets in, one after the other, those who fit by now. */
	moveOn(): void {
		for (let place = this.next(); place && this.fits(place.wanted); place = this.next()) {
			this.waiting.splice(this.waiting.indexOf(place), 1);
			place.end(this.admit(place.wanted));
		}
	}

	/** Sends away those who wait, or some of them. */
	turnAway(isMeant: (wanted: Wanted) => boolean = () => true): void {
		const gone = this.waiting.filter(({ wanted }) => isMeant(wanted));
		this.waiting = this.waiting.filter(({ wanted }) => !isMeant(wanted));
		for (const { end } of gone) end(undefined);
	}
}

/** Room for so many bytes and transfers at once. A transfer that is larger than the whole room passes if it is alone. */
export class Room extends Line<number, () => void> {
	/** The bytes that are in it. */
	bytes = 0;
	private transfers = 0;

	constructor(
		public mostBytes: number,
		private readonly mostTransfers = Infinity,
	) {
		super();
	}

	protected fits(bytes: number): boolean {
		if (this.transfers === 0) return true;
		return this.transfers < this.mostTransfers && this.bytes + bytes <= this.mostBytes;
	}

	/** @returns a function that frees the room again */
	protected admit(bytes: number): () => void {
		this.bytes += bytes;
		this.transfers++;
		let isIn = true;
		return () => {
			if (!isIn) return;
			isIn = false;
			this.bytes -= bytes;
			this.transfers--;
			this.moveOn();
		};
	}
}
