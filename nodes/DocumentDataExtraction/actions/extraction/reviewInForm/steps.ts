import { textIn, MOST_TEXT, type Card } from '../../../extraction/review/cards';
import {
	countsOf,
	decisionField,
	FIELD,
	isUndecided,
	standsOf,
	worthKeeping,
	type Stands,
} from '../../../extraction/review/stand';
import type { Desk } from '../../../pages/desk';
import { entriesIn, pageIn, stepIn, type PostedForm } from '../../../pages/form';
import type { Page } from '../../../pages/page';
import { reviewPage } from '../../../pages/review/reviewPage';
import { NAME_FIELD, summaryPage } from '../../../pages/review/summaryPage';
import type { TextKey } from '../../../pages/texts';
import { typedText } from '../../../shared/text';

/** A review under way. */
export interface ReviewRun {
	desk: Desk;
	cards: Card[];
	/** Stands for the cards. A second wait of the same execution has the same link. */
	about: string;
	/** Whether the name of the person is asked for. */
	asksName: boolean;
}

/** What comes of a post: a page, what is to be saved, or the decisions about all cards. */
type ReviewStep = { page: Page } | { save: Array<[string, string]> } | { decided: Stands; by: string };

/** The field that stands for what the page is about. */
export const ABOUT_FIELD = 'about';

/** n8n reads 1,000 fields of a form, so a page stays well below. */
const FIELDS_OF_PAGE = 800;

/** The fields of a card besides its cells, and room for readings. */
const OTHER_FIELDS = 4;

type View = 'list' | 'one';

/** Divides the cards into pages: as many as a form can carry, or one. */
function pagesOf(cards: Card[], view: View): Card[][] {
	const pages: Card[][] = [];
	let fields = 0;
	let text = 0;
	for (const card of cards) {
		const more = card.cells.length + OTHER_FIELDS;
		const page = pages.at(-1);
		const fits = fields + more <= FIELDS_OF_PAGE && text + textIn(card) <= MOST_TEXT;
		if (page && fits && view === 'list') page.push(card);
		else {
			pages.push([card]);
			[fields, text] = [0, 0];
		}
		fields += more;
		text += textIn(card);
	}
	return pages;
}

/** Does what the button of a page says, with what was entered on all pages so far. Nothing is stored between two posts. */
class Step {
	private readonly entries: Map<string, string>;
	private view: View;
	private page: number;
	private isSummary = false;
	/** Whether problems are named. A person who only goes elsewhere is not told. */
	private tells = true;
	private said: TextKey | undefined;

	constructor(
		private readonly run: ReviewRun,
		private readonly form: PostedForm,
	) {
		this.entries = entriesIn(form, FIELD);
		this.view = form.get('view') === 'one' ? 'one' : 'list';
		this.page = pageIn(form);
	}

	private stands(): Stands {
		return standsOf(this.run.cards, this.entries, this.run.desk.notation);
	}

	private get pages(): Card[][] {
		return pagesOf(this.run.cards, this.view);
	}

	/** The first card of the page that was sent. */
	private get current(): Card | undefined {
		return this.pages[this.page - 1]?.[0];
	}

	private goTo(index: number | undefined): void {
		const page = this.pages.findIndex((cards) => cards.some((card) => card.index === index));
		if (page >= 0) this.page = page + 1;
	}

	/** The next card that is open, from the beginning again behind the last one. */
	private nextOpen(after = -1): Card | undefined {
		const stands = this.stands();
		const open = this.run.cards.filter(({ index }) => isUndecided(stands.get(index)!));
		return open.find(({ index }) => index > after) ?? open[0];
	}

	private decide(step: string): void {
		const card = this.current;
		if (!card) return;
		this.entries.set(decisionField(card.index), step);
		if (this.stands().get(card.index)!.problems.length > 0) return;
		const next = this.nextOpen(card.index);
		if (next) this.goTo(next.index);
		else this.isSummary = true;
	}

	private show(view: View): void {
		const index = (view === 'one' ? this.nextOpen() : undefined)?.index ?? this.current?.index;
		this.view = view;
		this.goTo(index);
		this.tells = false;
	}

	private act(step: string, about: number): void {
		const stands = this.stands();
		const wrong = this.run.cards.find(({ index }) => stands.get(index)!.state === 'problem');
		if (step === 'undo') {
			for (const name of [...this.entries.keys()])
				if (Number(FIELD.exec(name)?.groups?.index) === about) this.entries.delete(name);
		} else if (step === 'list' || step === 'one') this.show(step);
		else if (step === 'previous') {
			this.page--;
			this.tells = false;
		} else if (step === 'next') this.page++;
		else if (step === 'goto') {
			this.goTo(about);
			this.tells = false;
		} else if (step === 'back') this.goTo(this.nextOpen()?.index);
		else if (step === 'accept' || step === 'reject') this.decide(step);
		else if (step === 'all') {
			for (const [index, { state }] of stands)
				if (state === 'open') this.entries.set(decisionField(index), 'accept');
			this.isSummary = true;
		} else if (step === 'summary' || step === 'finish') {
			if (wrong) this.goTo(wrong.index);
			else this.isSummary = true;
		}
	}

	/** @param saved whether it comes from a draft */
	take(saved: boolean): ReviewStep {
		const { run, form } = this;
		const { step, about } = stepIn(form);
		this.act(step, about);
		const stands = this.stands();
		const by = typedText(form.get(NAME_FIELD) ?? '');
		const counts = countsOf(stands);
		if (step === 'finish' && this.isSummary) {
			if (counts.open > 0) this.said = 'finishOpen';
			else if (run.asksName && by === '') this.said = 'nameMissing';
			else return { decided: stands, by };
		}
		if (step === 'save' && counts.problem === 0) {
			const place: Array<[string, string]> = [
				['view', this.view],
				['page', String(this.page)],
				[NAME_FIELD, by],
			];
			return { save: [...worthKeeping(run.cards, this.entries, run.desk.notation), ...place] };
		}
		return { page: this.shown(stands, by, saved, step) };
	}

	private shown(stands: Stands, by: string, isSaved: boolean, step: string): Page {
		const { run, isSummary, view, pages } = this;
		this.page = Math.max(1, Math.min(this.page, pages.length));
		const { page, tells } = this;
		const shown = pages[page - 1] ?? [];
		const onPage = new Set(isSummary ? [] : shown.map(({ index }) => String(index)));
		const kept = worthKeeping(run.cards, this.entries, run.desk.notation);
		const isElsewhere = ([name]: [string, string]) => !onPage.has(FIELD.exec(name)!.groups!.index!);
		const fields = new Map<string, string>([
			[ABOUT_FIELD, run.about],
			['view', view],
			['page', String(page)],
			['others', new URLSearchParams([...kept].filter(isElsewhere)).toString()],
		]);
		// The buttons of a card that stands alone are no fields.
		const alone = view === 'one' && !isSummary ? decisionField(shown[0]?.index ?? 0) : '';
		if (kept.has(alone)) fields.set(alone, kept.get(alone)!);
		if (run.asksName && !isSummary) fields.set(NAME_FIELD, by);
		const said = this.said ?? (isSaved ? 'saved' : undefined);
		const review = { desk: run.desk, cards: run.cards, stands, kept: fields, said };
		if (isSummary) return summaryPage(review, run.asksName ? by : undefined);
		const enter = step === 'summary' ? 'summary' : 'check';
		const isAlone = view === 'one';
		return reviewPage({ ...review, shown, page, pages: pages.length, isAlone, tells, enter, isSaved });
	}

	/** The page, with something to say. */
	saying(said: TextKey): Page {
		this.said = said;
		return this.shown(this.stands(), typedText(this.form.get(NAME_FIELD) ?? ''), false, 'check');
	}
}

/** Takes a posted page, or a draft that was saved. */
export const takeStep = (run: ReviewRun, form: PostedForm, isDraft = false): ReviewStep =>
	new Step(run, form).take(isDraft);

/** The posted page again, with something to say. */
export const sayOnPage = (run: ReviewRun, form: PostedForm, said: TextKey): Page =>
	new Step(run, form).saying(said);
