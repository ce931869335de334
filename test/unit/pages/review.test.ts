import fc from 'fast-check';
import { doubtfulRows } from '../../../nodes/DocumentDataExtraction/extraction/review/rows';
import { validateReview } from '../../../nodes/DocumentDataExtraction/extraction/review/validate';
import { concernsByRow } from '../../../nodes/DocumentDataExtraction/extraction/rows/review';
import { htmlPage } from '../../../nodes/DocumentDataExtraction/pages/page';
import { draftsIn, readPostedReview } from '../../../nodes/DocumentDataExtraction/pages/review/postedReview';
import { reviewPage } from '../../../nodes/DocumentDataExtraction/pages/review/reviewPage';
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
		'12',
		'true',
	),
);
const value = fc.oneof(
	text,
	fc.double({ noNaN: true, noDefaultInfinity: true }),
	fc.boolean(),
	fc.constant(null),
	fc.constant(['a', { b: 1 }]),
);
const columns = fc.uniqueArray(text, { minLength: 1, maxLength: 6 });
const table = columns.chain((names) =>
	fc.array(
		fc
			.tuple(...names.map(() => value))
			.map((values) => Object.fromEntries(names.map((name, index) => [name, values[index]]))),
		{ minLength: 1, maxLength: 6 },
	),
);
const reviewed = table.chain((rows) =>
	fc.record({
		rows: fc.constant(rows),
		items: fc.array(
			fc.record({
				message: text,
				affected_fields: fc.subarray(Object.keys(rows[0]!)),
				output_row_numbers: fc.array(fc.integer({ min: -1, max: rows.length + 1 }), { maxLength: 4 }),
				source_references: fc.array(text, { maxLength: 2 }),
			}),
			{ maxLength: 4 },
		),
		isTyped: fc.boolean(),
	}),
);

type Case = typeof reviewed extends fc.Arbitrary<infer T> ? T : never;

const doubtfulOf = ({ rows, items, isTyped }: Case) =>
	doubtfulRows({ rows: new Map(rows.map((row, index) => [index + 1, row])), isTyped }, concernsByRow(items));

const pageOf = (given: Case) =>
	htmlPage(
		reviewPage({
			extractionId: 'an-id',
			doubts: { concerns: new Map(), withoutRow: given.items },
			pages: [doubtfulOf(given).map(({ number }) => number)],
			page: 1,
			rows: doubtfulOf(given),
			entered: new Map(),
			problems: given.items.flatMap(({ message: text, output_row_numbers }) =>
				output_row_numbers.map((rowNumber) => ({ rowNumber, place: 0, text })),
			),
			findDocument: (source) => ({ url: `https://n8n.example.com/?a=1&b=${source}`, fileName: source }),
		}),
	);

/** A browser has no line breaks in a field of one line, and ends the lines of all others with CR LF. */
function sentByBrowser(html: string) {
	const inOneLine = html.replace(/<input type="text"[^>]*>/g, (tag) => tag.replace(/[\r\n]/g, ''));
	return new Map(
		Object.entries(fieldsOf(inOneLine)).map(
			([name, typed]) => [name, typed.replace(/\r\n?|\n/g, '\r\n')] as const,
		),
	);
}

describe('The page for reviewing rows', () => {
	it('decides nothing beforehand, and sends back the very same values of what nobody changes', () => {
		fc.assert(
			fc.property(reviewed, (given) => {
				const doubtful = doubtfulOf(given);
				const numbers = doubtful.map(({ number }) => number);
				const drafts = draftsIn(readPostedReview(sentByBrowser(pageOf(given))).entered);
				const untouched = validateReview(doubtful, drafts);
				expect(untouched.decided).toEqual(new Map());
				expect(untouched.problems).toMatchObject(
					numbers.map((rowNumber) => ({ rowNumber, isUndecided: true })),
				);
				for (const draft of drafts.values()) draft.decision = 'accept';
				const { decided, problems } = validateReview(doubtful, drafts);
				expect([problems, [...decided.keys()]]).toEqual([[], numbers]);
				for (const { number, row } of doubtful) {
					expect(decided.get(number)).toEqual({ decision: 'accepted', row, correctedFields: [] });
					expect(decided.get(number)?.row).toBe(row);
				}
			}),
			{ numRuns: 300 },
		);
	});

	it('has no markup but its own, whatever the texts are', () => {
		const bare = (html: string) => new Set([...html.matchAll(/<\/?([a-z]\w*)/gi)].map(([, tag]) => tag));
		const own = new Set(
			'html head meta title style body main h1 h2 p div ul li form button input fieldset legend table tr th td span label select option textarea a'.split(
				' ',
			),
		);
		fc.assert(
			fc.property(reviewed, (given) => {
				expect([...bare(pageOf(given))].filter((tag) => !own.has(tag!))).toEqual([]);
			}),
		);
	});
});
