import type { Account } from './Accounts';
import type { Extraction } from './extraction';

/** Orders two places of the list, oldest first. */
const compare = (a: ListPlace, b: ListPlace) => a.createdAt - b.createdAt || a.sequence - b.sequence;

/** A place in the list: creation time, and order of creation among equals. */
export interface ListPlace {
	createdAt: number;
	sequence: number;
}

/** All extractions, by id, by submission and in order of creation. */
export class Extractions {
	/** Oldest first. */
	private ordered: Extraction[] = [];
	private readonly byId = new Map<string, Extraction>();
	private readonly byObject = new Map<string, Extraction>();
	private readonly bySubmission = new Map<Account, Map<string, Extraction>>();
	private sequence = 0;

	/** The next number in order of creation. */
	nextSequence(): number {
		return (this.sequence += 1);
	}

	/** Adds extractions; many at once cost one sort. */
	add(...extractions: Extraction[]): void {
		for (const extraction of extractions) {
			this.byId.set(extraction.id, extraction);
			this.byObject.set(extraction.objectId, extraction);
			this.ordered.push(extraction);
			if (extraction.submissionId === null) continue;
			const own = this.bySubmission.get(extraction.account) ?? new Map<string, Extraction>();
			this.bySubmission.set(extraction.account, own.set(extraction.submissionId, extraction));
		}
		this.ordered.sort(compare);
	}

	get(id: string): Extraction | undefined {
		return this.byId.get(id.toLowerCase());
	}

	/** The extraction a download URL names. */
	byObjectId(objectId: string): Extraction | undefined {
		return this.byObject.get(objectId);
	}

	ofSubmission(account: Account, submissionId: string): Extraction | undefined {
		return this.bySubmission.get(account)?.get(submissionId);
	}

	remove(extraction: Extraction): void {
		this.byId.delete(extraction.id);
		this.byObject.delete(extraction.objectId);
		this.ordered = this.ordered.filter((other) => other !== extraction);
		if (extraction.submissionId !== null)
			this.bySubmission.get(extraction.account)?.delete(extraction.submissionId);
	}

	/** Newest first, from just after `place` in that order. */
	*newestFirst(after?: ListPlace): Generator<Extraction> {
		let index = after ? this.firstNotBefore(after) - 1 : this.ordered.length - 1;
		for (; index >= 0; index -= 1) yield this.ordered[index]!;
	}

	all(): Extraction[] {
		return [...this.ordered];
	}

	private firstNotBefore(place: ListPlace): number {
		let [low, high] = [0, this.ordered.length];
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (compare(this.ordered[middle]!, place) < 0) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}
