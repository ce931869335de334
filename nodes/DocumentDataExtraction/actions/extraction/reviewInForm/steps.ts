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
import { inPieces } from '../../../shared/json';

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
		// Each form carries as much as it can.
		this.pages = inPieces(run.cards, weightOf, MOST_WEIGHT);
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

	/** Turns to the page of the first card of which this is so. @returns whether there is none */
	private goToFirst(isSo: (stand: Stand) => boolean): boolean {
		const first = [...this.stands].find(([, stand]) => isSo(stand));
		this.goTo(first?.[0]);
		return first === undefined;
	}

	/** Turns to the summary, unless a card has a problem. */
	private summarize(): void {
		this.isSummary = this.goToFirst(({ state }) => state === 'problem');
	}

	private acceptOpen(): void {
		for (const [index, { state }] of this.stands)
			if (state === 'open') this.entries.set(decisionField(index), 'accept');
	}

	/** Forgets what was entered for a card. */
	private undo(about: number): void {
		for (const name of [...this.entries.keys()])
			if (Number(FIELD.exec(name)?.groups?.index) === about) this.entries.delete(name);
	}

	/** Does what a button says. */
	private act(step: string, about: number): void {
		if (step === 'undo') this.undo(about);
		else if (step === 'goto') this.goTo(about);
		else if (step === 'previous') this.page--;
		else if (step === 'next') this.page++;
		else if (step === 'back') this.goToFirst(isUndecided);
		else if (step === 'all') this.acceptOpen();
		if (['all', 'summary', 'finish'].includes(step)) this.summarize();
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
