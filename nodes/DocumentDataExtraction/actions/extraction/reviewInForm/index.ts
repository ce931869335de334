import { countsOf } from '../../../extraction/review/stand';
import type { PostedForm } from '../../../pages/form';
import { messagePage } from '../../../pages/messagePages';
import { NAME_FIELD } from '../../../pages/review/summaryPage';
import { say } from '../../../pages/texts';
import { readItem } from '../../../parameters/param';
import type { PageAnswer, PageRun } from '../../operation';
import { personPage } from '../../person/personPage';
import { parkedOptions } from '../../person/options';
import { wholeItems } from '../../person/park';
import { reviewedItems } from './reviewedItems';
import { cardsIn, expectFew, expectReason, options, parameters, startReview, type ReviewDesk } from './start';
import { ABOUT_FIELD, sayOnPage, takeStep } from './steps';

/** The first page. Of the link's own query, it takes the name. */
const openReview = async (run: PageRun, desk: ReviewDesk): Promise<PageAnswer> => ({
	page: sayOnPage(startReview(run, desk), new Map([[NAME_FIELD, run.query.get('name') ?? '']])),
});

async function takeReview(run: PageRun, desk: ReviewDesk, form: PostedForm): Promise<PageAnswer> {
	const { context } = run;
	const review = startReview(run, desk);
	const { about } = review;
	if (form.get(ABOUT_FIELD) !== about) return { page: sayOnPage(review, new Map(), 'otherRows') };
	const step = takeStep(review, form);
	if ('page' in step) return step;
	const { decided: stands, by } = step;
	const counts = say(desk.texts, 'kinds', countsOf(stands));
	return {
		page: messagePage(desk.texts, 'good', 'thanksTitle', 'thanksReview', { details: [counts] }),
		outputs: { main: reviewedItems(wholeItems(context), stands, by, desk.columnNames) },
		about,
	};
}

export const reviewInForm = personPage({
	name: 'Review in a Form',
	value: 'reviewInForm',
	action: 'Review rows in form',
	description: 'Wait until a person has accepted, corrected or rejected the items beside their documents',
	parameters,
	options,
	instead: 'Use Get Rows as a tool, or review in a workflow.',
	look({ context }) {
		const items = context.getInputData();
		const { waitMs, ...setting } = readItem(context, 0, parameters, options);
		const until = new Date(Date.now() + waitMs);
		expectReason(items, setting);
		const cards = cardsIn(context, items, setting);
		expectFew(items, cards);
		if (cards.length > 0) return until;
		const by = setting.asksName ? '' : undefined;
		return { main: reviewedItems(items, new Map(), by, setting.columnNames) };
	},
	setting: (context) => parkedOptions(context, options),
	open: openReview,
	post: takeReview,
});
