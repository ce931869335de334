export type Ending = 'completed' | 'failed' | 'cancelled';
export type EventKind = Ending | 'input_required';
export type Owner = 'own' | 'colleague';

export interface ModelQuestion {
	question_id: string;
	type: string;
	question: string;
	choices: never[];
	previous_answer_rejected?: true;
}

/** One set of questions that has not been there before. */
export interface Round {
	askedAt: number;
	/** When it was answered or refused, or the extraction ended. */
	closedAt: number;
	questions: readonly ModelQuestion[];
	/** When each of them was answered, the first one first. */
	answeredAt: number[];
	/** Whether a question of it is asked again after a second refused answer: nothing tells it from the one after the first. */
	looksLikeBefore: boolean;
}

export interface Traits {
	name: string;
	method: 'api' | 'web_app';
	owner: Owner;
	/** From when on lists show it, after its creation. */
	lateMs: number;
	/** How far its `created_at` is ahead of the service's own clock. */
	aheadMs: number;
}

/** As long as those of the service. */
export const wholeId = (number: number): string =>
	`00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const numberIn = (id: string): number => Number(/\d+$/.exec(id)?.[0]);

/** One extraction of the modelled service, and the moments of its life. */
export class ModelExtraction {
	status = 'processing';
	readonly createdAt: number;
	listedFrom: number;
	endedAt = Infinity;
	deletedAt = Infinity;
	/** What is asked now. */
	open: ModelQuestion[] = [];
	readonly rounds: Round[] = [];
	/** When its status was one that nobody knows. */
	readonly puzzled: Array<{ from: number; to: number }> = [];
	/** So many requests about it are answered with 404 although it is there. */
	missesToCome = 0;
	/** Requests for what comes with it fail until then, as a fault of the service or with a page that is not the service's. */
	extrasFailUntil = 0;
	extrasAreElsewhere = false;
	private refusals = 0;

	constructor(
		readonly number: number,
		readonly bornAt: number,
		readonly traits: Traits,
		readonly id: string,
	) {
		this.createdAt = bornAt + traits.aheadMs;
		this.listedFrom = bornAt + traits.lateMs;
	}

	get hasEnded(): boolean {
		return this.endedAt < Infinity;
	}

	get name(): string {
		return `x${this.number}`;
	}

	ask(count: number, now: number): void {
		if (this.status !== 'processing') return;
		this.status = 'input_required';
		const round = this.rounds.length;
		this.open = Array.from({ length: count }, (_, index) => ({
			question_id: `q${this.number}-${round}-${index}`,
			type: 'free_text',
			question: 'Which date?',
			choices: [],
		}));
		this.beginRound(now, false);
	}

	/** Answers one question; with the last one the extraction goes on. */
	answer(now: number): void {
		if (this.open.length === 0) return;
		this.open = this.open.slice(1);
		this.rounds.at(-1)!.answeredAt.push(now);
		if (this.open.length > 0) return;
		this.endRound(now);
		this.status = 'processing';
	}

	/** Refuses an answer: the question returns. The third refusal cancels the extraction. */
	refuse(now: number): void {
		const [first, ...rest] = this.open;
		if (!first) return;
		this.refusals += 1;
		if (this.refusals === 3) return this.end('cancelled', now);
		this.endRound(now);
		this.open = [{ ...first, previous_answer_rejected: true }, ...rest];
		this.beginRound(now, first.previous_answer_rejected === true);
	}

	end(status: Ending, now: number): void {
		if (this.hasEnded) return;
		this.endRound(now);
		this.open = [];
		this.status = status;
		this.endedAt = now;
	}

	/** A status that nobody knows yet, and back. */
	puzzle(now: number): void {
		if (this.status === 'processing') this.status = 'reviewing';
		else if (this.status === 'reviewing') this.status = 'processing';
		else return;
		if (this.status === 'reviewing') this.puzzled.push({ from: now, to: Infinity });
		else this.puzzled.at(-1)!.to = now;
	}

	remove(now: number): void {
		if (this.hasEnded && this.deletedAt === Infinity) this.deletedAt = now;
	}

	private beginRound(askedAt: number, looksLikeBefore: boolean): void {
		this.rounds.push({ askedAt, closedAt: Infinity, questions: this.open, answeredAt: [], looksLikeBefore });
	}

	private endRound(now: number): void {
		const round = this.rounds.at(-1);
		if (round && round.closedAt === Infinity) round.closedAt = now;
	}
}
