import type { Listed, StatusAnswer } from '../../../nodes/DocumentDataExtraction/trigger/events';
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

/** One extraction of the modelled service. */
export interface Modelled {
	id: string;
	createdAt: number;
	/** Service time from which on lists show it. */
	listedFrom: number;
	status: string;
	hasEnded: boolean;
	isDeleted: boolean;
	/** How many sets of questions it has asked. */
	rounds: number;
	open: NonNullable<Parameters<typeof questionKeys>[0]>[number][];
}

/** The service as the contract describes it: what lists and statuses answer, and nothing of how the trigger reads them. */
export class ModelService {
	now = START;
	readonly extractions: Modelled[] = [];
	/** Cursors of an earlier generation are refused. */
	generation = 0;

	advance(ms: number): void {
		this.now += ms;
	}

	create(lateMs = 0, status = 'processing'): Modelled {
		const extraction: Modelled = {
			id: `x${this.extractions.length}`,
			createdAt: this.now,
			listedFrom: this.now + lateMs,
			status,
			hasEnded: false,
			isDeleted: false,
			rounds: 0,
			open: [],
		};
		this.extractions.push(extraction);
		return extraction;
	}

	ask(extraction: Modelled, questions: number): void {
		if (extraction.status !== 'processing') return;
		extraction.status = 'input_required';
		extraction.open = Array.from({ length: questions }, (_, index) => ({
			question_id: `${extraction.id}/${extraction.rounds}/${index}`,
		}));
		extraction.rounds += 1;
	}

	/** Answers one question. With the last one the extraction goes on. */
	answer(extraction: Modelled): void {
		if (extraction.status !== 'input_required') return;
		extraction.open = extraction.open.slice(1);
		if (extraction.open.length === 0) extraction.status = 'processing';
	}

	/** Refuses an answer: the question is asked again. A second refusal of the same question looks like the first. */
	refuse(extraction: Modelled): void {
		const [first, ...rest] = extraction.open;
		if (!first || first.previous_answer_rejected) return;
		extraction.rounds += 1;
		extraction.open = [{ ...first, previous_answer_rejected: true }, ...rest];
	}

	end(extraction: Modelled, status: Ending): void {
		if (extraction.hasEnded) return;
		extraction.status = status;
		extraction.hasEnded = true;
		extraction.open = [];
	}

	/** A status that nobody knows yet, and back. */
	puzzle(extraction: Modelled): void {
		if (extraction.status !== 'processing' && extraction.status !== 'reviewing') return;
		extraction.status = extraction.status === 'processing' ? 'reviewing' : 'processing';
	}

	remove(extraction: Modelled): void {
		if (extraction.hasEnded) extraction.isDeleted = true;
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
			if (each.isDeleted || (query.status && each.status !== query.status)) continue;
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
		if (!found || found.isDeleted) return { kind: 'missing', reason: 'missing' };
		const { status, open } = found;
		return { kind: 'status', response: { extraction_id: id, status, questions: open as Question[] } };
	}
}

/** The place in the list, which stays when others are created or deleted. The clock never goes back, so the order of creation is the order. */
const placeOf = ({ id }: Pick<Modelled, 'id'>): number => Number(id.slice(1));
