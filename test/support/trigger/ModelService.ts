import type { Listed, StatusAnswer } from '../../../nodes/DocumentDataExtraction/trigger/known';
import type { Question } from '../../../nodes/DocumentDataExtraction/api/schemas/extractions';
import type { questionKeys } from '../../../nodes/DocumentDataExtraction/trigger/state';

/** The query of a list, as far as the model reads it. */
export interface ModelQuery {
	status?: string;
	created_after?: string;
	created_before?: string;
	cursor?: string;
	limit: number;
}

export const MINUTE = 60_000;
export const START = Date.UTC(2025, 0, 15, 9);

export type Ending = 'completed' | 'failed' | 'cancelled';

/** One set of questions, from the step it was asked until the step it was answered, refused or given up. */
export interface Round {
	number: number;
	askedAt: number;
	closedAt: number;
	/** One of several questions has been answered: those left may all have been announced before. */
	partly: boolean;
}

/** One extraction of the modelled service, with the steps (the model's own count of everything that happens) of its life. */
export interface Modelled {
	id: string;
	createdAt: number;
	createdStep: number;
	/** Service time from which on lists show it. */
	listedFrom: number;
	status: string;
	endedStep: number;
	deletedStep: number;
	rounds: Round[];
	open: NonNullable<Parameters<typeof questionKeys>[0]>[number][];
}

/** The service as the contract describes it: what lists and statuses answer, and nothing of how the trigger reads them. */
export class ModelService {
	now = START;
	step = 0;
	readonly extractions: Modelled[] = [];
	/** What the filters let through. */
	passes: (id: string) => boolean = () => true;
	/** Cursors of an earlier generation are refused. */
	generation = 0;

	advance(ms: number): void {
		this.step += 1;
		this.now += ms;
	}

	create(lateMs = 0, status = 'processing'): Modelled {
		this.step += 1;
		const extraction: Modelled = {
			id: `x${this.extractions.length}`,
			createdAt: this.now,
			createdStep: this.step,
			listedFrom: this.now + lateMs,
			status,
			endedStep: Infinity,
			deletedStep: Infinity,
			rounds: [],
			open: [],
		};
		this.extractions.push(extraction);
		return extraction;
	}

	ask(extraction: Modelled, questions: number): void {
		if (extraction.status !== 'processing') return;
		this.step += 1;
		extraction.status = 'input_required';
		const number = extraction.rounds.length;
		extraction.rounds.push({ number, askedAt: this.step, closedAt: Infinity, partly: false });
		extraction.open = Array.from({ length: questions }, (_, index) => ({
			question_id: `${extraction.id}/${number}/${index}`,
		}));
	}

	/** Answers one question. With the last one the extraction goes on. */
	answer(extraction: Modelled): void {
		if (extraction.status !== 'input_required') return;
		this.step += 1;
		extraction.open = extraction.open.slice(1);
		if (extraction.open.length > 0) {
			extraction.rounds.at(-1)!.partly = true;
			return;
		}
		this.closeRound(extraction);
		extraction.status = 'processing';
	}

	/** Refuses an answer: the question is asked again. A second refusal of the same question looks like the first. */
	refuse(extraction: Modelled): void {
		const [first, ...rest] = extraction.open;
		if (!first || first.previous_answer_rejected) return;
		this.step += 1;
		this.closeRound(extraction);
		const number = extraction.rounds.length;
		extraction.rounds.push({ number, askedAt: this.step, closedAt: Infinity, partly: false });
		extraction.open = [{ ...first, previous_answer_rejected: true }, ...rest];
	}

	end(extraction: Modelled, status: Ending): void {
		if (extraction.endedStep < Infinity) return;
		this.step += 1;
		this.closeRound(extraction);
		extraction.status = status;
		extraction.endedStep = this.step;
		extraction.open = [];
	}

	/** A status that nobody knows yet, and back. */
	puzzle(extraction: Modelled): void {
		if (extraction.status !== 'processing' && extraction.status !== 'reviewing') return;
		this.step += 1;
		extraction.status = extraction.status === 'processing' ? 'reviewing' : 'processing';
	}

	remove(extraction: Modelled): void {
		if (extraction.endedStep === Infinity || extraction.deletedStep < Infinity) return;
		this.step += 1;
		extraction.deletedStep = this.step;
	}

	/** @returns null where the cursor is refused */
	list(query: ModelQuery): { extractions: Listed[]; nextCursor: string | null } | null {
		const after = query.created_after ? Date.parse(query.created_after) : -Infinity;
		const before = query.created_before ? Date.parse(query.created_before) : Infinity;
		const [generation, place] = query.cursor?.split(':').map(Number) ?? [this.generation, Infinity];
		if (generation !== this.generation) return null;
		const matching: Modelled[] = [];
		for (let at = Math.min(place!, this.extractions.length) - 1; at >= 0; at--) {
			const each = this.extractions[at]!;
			if (each.createdAt < after || each.createdAt > before || each.listedFrom > this.now) continue;
			if (each.deletedStep < Infinity || (query.status && each.status !== query.status)) continue;
			matching.push(each);
			if (matching.length > query.limit) break;
		}
		const page = matching.slice(0, query.limit);
		const last = page.at(-1);
		return {
			extractions: page.map(({ id, status, createdAt }) => ({
				id,
				status,
				createdAt,
				passes: this.passes(id),
				item: { extraction_id: id } as Listed['item'],
			})),
			nextCursor: last && matching.length > page.length ? `${this.generation}:${placeOf(last)}` : null,
		};
	}

	/** By its id, which is its place. */
	find(id: string): Modelled | undefined {
		return this.extractions[placeOf({ id })];
	}

	status(id: string): StatusAnswer {
		const found = this.find(id);
		if (!found || found.deletedStep < Infinity) return { kind: 'missing', reason: 'missing' };
		const { status, open } = found;
		return { kind: 'status', response: { extraction_id: id, status, questions: open as Question[] } };
	}

	private closeRound(extraction: Modelled): void {
		const round = extraction.rounds.at(-1);
		if (round && round.closedAt === Infinity) round.closedAt = this.step;
	}
}

/** The place in the list, which stays when others are created or deleted. The clock never goes back, so the order of creation is the order. */
const placeOf = ({ id }: Pick<Modelled, 'id'>): number => Number(id.slice(1));
