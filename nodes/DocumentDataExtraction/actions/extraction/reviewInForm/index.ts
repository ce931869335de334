import { countsOf } from '../../../extraction/review/stand';
import type { PostedForm } from '../../../pages/form';
import { messagePage } from '../../../pages/messagePages';
import { NAME_FIELD } from '../../../pages/review/summaryPage';
import { say } from '../../../pages/texts';
import { propertiesOf, readItem } from '../../../parameters/param';
import type { Operation, PageAnswer, PageRun } from '../../operation';
import { openDraft, sealDraft } from '../../person/draft';
import { personPage } from '../../person/personPage';
import { linkNotice } from '../../person/options';
import { wholeItems } from '../../person/park';
import { reviewedItems } from './reviewedItems';
import { cardsIn, expectFew, options, parameters, settingOf, startReview, type ReviewDesk } from './start';
import { ABOUT_FIELD, sayOnPage, takeStep } from './steps';

const NAME = 'Review in a Form';

/** The page of a draft that the address holds, or the first one. Of the link's own query, it takes the name. */
async function openReview(run: PageRun, desk: ReviewDesk): Promise<PageAnswer> {
	const review = startReview(run, desk);
	const draft = await openDraft(run.context, run.query.get('draft') ?? '');
	const form = new Map([[NAME_FIELD, run.query.get('name') ?? ''], ...draft, ['step', 'check']]);
	const step = takeStep(review, form, draft.size > 0);
	return 'page' in step ? { page: step.page } : { page: sayOnPage(review, form, 'finishOpen') };
}

async function takeReview(run: PageRun, desk: ReviewDesk, form: PostedForm): Promise<PageAnswer> {
	const { context } = run;
	const review = startReview(run, desk);
	const { cards, about, asksName } = review;
	if (form.get(ABOUT_FIELD) !== about) return { page: sayOnPage(review, new Map(), 'otherRows') };
	const step = takeStep(review, form);
	if ('page' in step) return step;
	if ('save' in step) {
		const saved = await sealDraft(context, step.save);
		if (typeof saved === 'string') return { page: sayOnPage(review, form, saved) };
		return { redirect: `${desk.url}draft=${saved.draft}` };
	}
	const { decided: stands, by } = step;
	const finished = { cards, stands, at: new Date().toISOString(), ...(asksName && { by }) };
	const details = say(desk.texts, 'kinds', countsOf(stands));
	return {
		page: messagePage(desk.texts, { kind: 'good', title: 'thanksTitle', text: 'thanksReview', details }),
		outputs: { main: reviewedItems(wholeItems(context), finished, desk.columnNames) },
		about,
	};
}

export const reviewInForm: Operation = {
	name: NAME,
	value: 'reviewInForm',
	action: 'Review rows in form',
	description: 'Wait until a person has accepted, corrected or rejected the items beside their documents',
	properties: [linkNotice, ...propertiesOf(parameters, options)],
	...personPage({
		name: NAME,
		instead: 'Use Get Rows as a tool, or review in a workflow.',
		look({ context }) {
			const items = context.getInputData();
			const { waitMs, ...setting } = readItem(context, 0, parameters, options);
			const until = new Date(Date.now() + waitMs);
			const cards = cardsIn(context, items, setting);
			expectFew(items, cards);
			if (cards.length > 0) return until;
			const nothing = { cards, stands: new Map(), at: '', ...(setting.asksName && { by: '' }) };
			return { main: reviewedItems(items, nothing, setting.columnNames) };
		},
		setting: settingOf,
		open: openReview,
		post: takeReview,
	}),
};
