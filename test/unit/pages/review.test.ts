import fc from 'fast-check';
import { cardsOf } from '../../../nodes/DocumentDataExtraction/extraction/review/cards';
import { notationOf } from '../../../nodes/DocumentDataExtraction/extraction/review/notation';
import { FIELD, standsOf } from '../../../nodes/DocumentDataExtraction/extraction/review/stand';
import { htmlPage } from '../../../nodes/DocumentDataExtraction/pages/page';
import { reviewPage } from '../../../nodes/DocumentDataExtraction/pages/review/reviewPage';
import { summaryPage } from '../../../nodes/DocumentDataExtraction/pages/review/summaryPage';
import { fieldsOf } from '../../support/fixtures/personFixture';

const text = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 80 }),
	fc.constantFrom(
		'',
		' ',
		'\n',
		'\n\nx',
		'a\r\nb',
		'</textarea>',
		'"><b>',
		'&amp;',
		"'`",
		'\u0000',
		'-',
		'12',
		'1.234',
		'true',
		'2026-03-31',
	),
);
const value = fc.oneof(
	text,
	fc.double({ noNaN: true, noDefaultInfinity: true }),
	fc.boolean(),
	fc.constant(null),
	fc.constant(['a', { b: 1 }]),
	fc.constant([{ '<b>': '<script>' }]),
);
const items = fc.uniqueArray(text, { minLength: 1, maxLength: 6 }).chain((names) =>
	fc.array(
		fc.tuple(text, fc.subarray(names), ...names.map(() => value)).map(([reason, toCheck, ...values]) => ({
			...Object.fromEntries(names.map((name, index) => [name, values[index]])),
			review_message: `${reason}!`,
			review_fields: toCheck.join(', '),
		})),
		{ minLength: 1, maxLength: 6 },
	),
);
const locale = fc.constantFrom('en-GB', 'de', 'fr', 'en-IN', 'ar-EG', 'ja', 'pl');

const FIELDS = { reason: 'review_message', toCheck: 'review_fields', titles: [], onlyWithReason: true };

function shown(rows: object[], notation: ReturnType<typeof notationOf>, entries = new Map<string, string>()) {
	const cards = cardsOf(rows as Array<Record<string, unknown>>, FIELDS, () => undefined);
	const stands = standsOf(cards, entries, notation);
	const desk = {
		title: 'T',
		introduction: '',
		texts: {},
		notation,
		timeZone: 'UTC',
		url: '?',
		hasDocuments: true,
	};
	const review = { desk, cards, stands, kept: new Map<string, string>() };
	const at = { shown: cards, page: 1, pages: 1, tells: true, enter: 'check' };
	return {
		stands,
		html: htmlPage(reviewPage({ ...review, ...at })),
		summary: htmlPage(summaryPage(review, '')),
	};
}

/** A browser has no line breaks in a field of one line, and ends the lines of all others with CR LF. */
function sentByBrowser(html: string) {
	const inOneLine = html.replace(/<input [^>]*>/g, (tag) => tag.replace(/[\r\n]/g, ''));
	return new Map(
		Object.entries(fieldsOf(inOneLine))
			.filter(([name]) => FIELD.test(name))
			.map(([name, typed]) => [name, typed.replace(/\r\n?|\n/g, '\r\n')] as const),
	);
}

describe('The page for reviewing rows', () => {
	it('decides nothing beforehand, and changes nothing that nobody changes', () => {
		fc.assert(
			fc.property(items, locale, (rows, of) => {
				const notation = notationOf(of);
				const sent = sentByBrowser(shown(rows, notation).html);
				const states = [...shown(rows, notation, sent).stands.values()];
				expect(states.map(({ state, changes }) => [state, changes])).toEqual(rows.map(() => ['open', []]));
			}),
			{ numRuns: 300 },
		);
	});

	it.each([true, 12, '2026-03-31', 'x'])('changes no dash that stands for nothing beside %p', (value) => {
		const rows = ['-', value].map((A) => ({ A, review_message: 'Look' }));
		const notation = notationOf('en');
		const { stands } = shown(rows, notation, sentByBrowser(shown(rows, notation).html));
		expect([...stands.values()].map(({ changes }) => changes)).toEqual([[], []]);
	});

	it('has no markup but its own, whatever the texts are', () => {
		const bare = (html: string) =>
			new Set(
				[...html.replace(/<script>\n\(\(\)[\s\S]*?<\/script>/, '').matchAll(/<\/?([a-z]\w*)/gi)].map(
					([, tag]) => tag,
				),
			);
		const own = new Set(
			'html head meta title style body header footer main nav section article aside iframe h1 h2 h3 p div ul ol li form button input fieldset legend table caption thead tbody tr th td span label select option textarea a b i em small details summary progress del ins q'.split(
				' ',
			),
		);
		fc.assert(
			fc.property(items, text, (rows, typed) => {
				const entries = new Map(
					rows.flatMap(
						(_, index) =>
							[
								[`v_${index}_0`, typed],
								[`c_${index}`, typed],
								[`d_${index}`, 'reject'],
							] as const,
					),
				);
				const { html, summary } = shown(rows, notationOf('en'), entries);
				for (const page of [html, summary])
					expect([...bare(page)].filter((tag) => !own.has(tag!))).toEqual([]);
			}),
		);
	});
});
