import type { Listed, StatusAnswer } from '../../../nodes/DocumentDataExtraction/trigger/events';
import { refused, type Answer } from '../../trigger/model/service/answers';
import { numberIn, type Ending, type ModelExtraction } from '../../trigger/model/service/extraction';
import { listPage, type ListQuery } from '../../trigger/model/service/lists';
import { ModelService } from '../../trigger/model/service/service';

/** What the requests of a poll are about. */
export type Endpoint = 'list' | 'status' | 'details';

/** The witness of the contract with short ids, `x0` and so on, and with faults and waits as a test wants them. */
export class StageService extends ModelService {
	/** A failing answer in place of the service's. */
	fails: (endpoint: Endpoint, id: string, query: ListQuery) => number | undefined = () => undefined;

	constructor(clock: { readonly now: number }) {
		super(clock, (number) => `x${number}`);
	}

	get now(): number {
		return this.clock.now;
	}

	ask = (extraction: ModelExtraction, questions: number): void => extraction.ask(questions, this.now);
	/** Answers one question. With the last one the extraction goes on. */
	reply = (extraction: ModelExtraction): void => extraction.answer(this.now);
	refuse = (extraction: ModelExtraction): void => extraction.refuse(this.now);
	end = (extraction: ModelExtraction, status: Ending): void => extraction.end(status, this.now);
	remove = (extraction: ModelExtraction): void => extraction.remove(this.now);

	/** One in that status. */
	createAs(status: string, aheadMs = 0): ModelExtraction {
		const extraction = this.create({ aheadMs });
		if (status === 'input_required') this.ask(extraction, 1);
		else if (status !== 'processing') this.end(extraction, status as Ending);
		return extraction;
	}

	override answer(url: string, query: ListQuery): Answer {
		const { kind, id } = ModelService.read(url);
		const status = this.fails(kind as Endpoint, id, query);
		if (status === undefined) return super.answer(url, query);
		return refused(status, status === 404 ? 'EXTRACTION_NOT_FOUND' : 'INTERNAL_ERROR');
	}

	/** What a poll makes of the list. @returns null where the cursor is refused */
	page(query: ListQuery): { items: Listed[]; next: string | undefined } | null {
		const { now, generation, cursorStyle: style, cursorsLastMs: lastMs } = this;
		const page = listPage(this.sorted, query, { now, style, generation, lastMs, hasEmptyPages: false });
		if (!page) return null;
		const items = page.extractions.map(({ id, status, createdAt }) => {
			return { id, status, createdAt, item: { extraction_id: id } as Listed['item'] };
		});
		return { items, next: page.nextCursor ?? undefined };
	}

	/** What a poll makes of a status. */
	status(id: string): StatusAnswer {
		const found = this.extractions[numberIn(id)];
		if (!found || found.deletedAt <= this.now) return { kind: 'missing', reason: 'missing' };
		const { status, open: questions } = found;
		return { kind: 'status', response: { extraction_id: id, status, questions } as never };
	}
}
