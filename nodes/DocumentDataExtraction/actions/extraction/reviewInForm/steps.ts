import { MOST_WEIGHT, weightOf, type Card } from '../../../extraction/review/cards';
import {
	countsOf,
	decisionField,
	enteredFields,
	FIELD,
	isUndecided,
	standsOf,
	type Stand,
	type Stands,
} from '../../../extraction/review/stand';
import type { Desk } from '../../../pages/desk';
import { entriesIn, keptFields, pageIn, stepIn, type PostedForm } from '../../../pages/form';
import type { Page } from '../../../pages/page';
import { reviewPage } from '../../../pages/review/reviewPage';
import { NAME_FIELD, summaryPage } from '../../../pages/review/summaryPage';
import type { TextKey } from '../../../pages/texts';
import { typedText } from '../../../shared/text';

/** A review under way. */
export interface ReviewRun {
	/** With the option whether the name of the person is asked for. */
	desk: Desk & { asksName: boolean };
	cards: Card[];
	/** Stands for the cards. A second wait of the same execution has the same link. */
	about: string;
}

/** What comes of a post: a page, or the decisions about all cards and who made them. */
type ReviewStep = { page: Page } | { decided: Stands; by?: string };

/** The field that stands for what the page is about. */
export const ABOUT_FIELD = 'about';

/** Divides the cards into pages, of which each form carries as much as it can. */
function pagesIn(cards: Card[]): Card[][] {
	const pages: Card[][] = [];
	let left = 0;
	for (const card of cards) {
		left -= weightOf(card);
		if (left < 0 || pages.length === 0) {
			pages.push([]);
			left = MOST_WEIGHT - weightOf(card);
		}
		pages.at(-1)!.push(card);
	}
	return pages;
}

/** Does what the button of a page says, with what was entered on all pages so far. Nothing is stored between two posts. */
class Post {
	private readonly entries: Map<string, string>;
	private readonly pages: Card[][];
	/** Undefined if nobody asks for a name. */
	private readonly by: string | undefined;
	private page: number;
	private isSummary = false;

	constructor(
		private readonly run: ReviewRun,
		form: PostedForm,
		private said?: TextKey,
	) {
		this.entries = entriesIn(form, FIELD);
		this.pages = pagesIn(run.cards);
		this.by = run.desk.asksName ? typedText(form.get(NAME_FIELD) ?? '') : undefined;
		this.page = pageIn(form);
	}

	private get stands(): Stands {
		return standsOf(this.run.cards, this.entries, this.run.desk.notation);
	}

	private goTo(index: number | undefined): void {
		const page = this.pages.findIndex((cards) => cards.some((card) => card.index === index));
		if (page >= 0) this.page = page + 1;
	}

	private act(step: string, about: number): void {
		const states = [...this.stands];
		const first = (isSo: (stand: Stand) => boolean) => states.find(([, stand]) => isSo(stand))?.[0];
		if (step === 'undo') {
			for (const name of [...this.entries.keys()])
				if (Number(FIELD.exec(name)?.groups?.index) === about) this.entries.delete(name);
		} else if (step === 'goto') this.goTo(about);
		else if (step === 'previous') this.page--;
		else if (step === 'next') this.page++;
		else if (step === 'back') this.goTo(first(isUndecided));
		else if (step === 'all' || step === 'summary' || step === 'finish') {
			if (step === 'all')
				for (const [index, { state }] of states)
					if (state === 'open') this.entries.set(decisionField(index), 'accept');
			const wrong = first(({ state }) => state === 'problem');
			this.isSummary = wrong === undefined;
			this.goTo(wrong);
		}
	}

	take({ step, about }: ReturnType<typeof stepIn>): ReviewStep {
		const { by } = this;
		this.act(step, about);
		const stands = this.stands;
		if (step === 'finish' && this.isSummary) {
			if (countsOf(stands).open > 0) this.said = 'finishOpen';
			else if (by === '') this.said = 'nameMissing';
			else return { decided: stands, by };
		}
		return { page: this.shown(step) };
	}

	/** The page that comes next. */
	shown(step: string): Page {
		const { run, by, isSummary, pages, said, stands } = this;
		const tells = step !== 'goto' && step !== 'previous';
		const { desk, cards } = run;
		const page = Math.max(1, Math.min(this.page, pages.length));
		const shown = pages[page - 1] ?? [];
		const onPage = new Set(isSummary ? [] : shown.map(({ index }) => String(index)));
		const others = enteredFields(stands).filter(([name]) => !onPage.has(FIELD.exec(name)!.groups!.index!));
		const fields = new Map([[ABOUT_FIELD, run.about], ...keptFields(page, others)]);
		if (by !== undefined && !isSummary) fields.set(NAME_FIELD, by);
		const review = { desk, cards, stands, kept: fields, said };
		if (isSummary) return summaryPage(review, by);
		const enter = step === 'summary' ? 'summary' : 'check';
		return reviewPage({ ...review, shown, page, pages: pages.length, tells, enter });
	}
}

/** Takes a posted page. */
export const takeStep = (run: ReviewRun, form: PostedForm): ReviewStep =>
	new Post(run, form).take(stepIn(form));

/** The first page, or the posted one again. @param said what there is to say */
export const sayOnPage = (run: ReviewRun, form: PostedForm, said?: TextKey): Page =>
	new Post(run, form, said).shown('check');
