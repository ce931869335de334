import type {
	ExtractionStatus,
	Question,
} from '../../../nodes/DocumentDataExtraction/api/schemas/extractions';
import {
	enteredAnswers,
	enteredIn,
} from '../../../nodes/DocumentDataExtraction/extraction/questions/enteredAnswers';
import { htmlPage } from '../../../nodes/DocumentDataExtraction/pages/page';
import { questionsPage } from '../../../nodes/DocumentDataExtraction/pages/questions/questionsPage';
import { fieldsOf } from '../../support/fixtures/personFixture';
import { DATES, NAMES } from '../../support/operations/openQuestions';

const HOSTILE = [
	'</textarea><script>',
	'"><img onerror=x>',
	"' autofocus='",
	'&quot;&#39;',
	'<!-- ',
	'ok ',
	'😀',
	'${x}',
	'`',
];
const SETTING = { title: 'Questions', introduction: '', timeZone: 'Europe/Berlin' };

const extraction = (questions: Question[]): ExtractionStatus => ({
	extraction_id: '07a814e5-37ea-453f-822b-46dd295ac20c',
	status: 'input_required',
	answer_by: '2026-05-03T12:30:00Z',
	questions,
});

const pageOf = (status: ExtractionStatus, page: Partial<Parameters<typeof questionsPage>[2]> = {}) =>
	htmlPage(questionsPage(status, SETTING, page));

const asForm = (html: string): ReadonlyMap<string, string> => new Map(Object.entries(fieldsOf(html)));

describe('The page of the questions', () => {
	it('gives every field a label, groups each question, and leads from the summary to the problems', () => {
		const html = pageOf(extraction([DATES, NAMES]), { problems: new Map([['names', 'Write your answer']]) });
		expect(html.match(/<fieldset/g)).toHaveLength(2);
		expect(html.match(/<legend>/g)).toHaveLength(2);
		for (const [, id] of html.matchAll(/<textarea id="([^"]+)"/g))
			expect(html).toContain(`<label for="${id}">`);
		expect(html.match(/<input type="radio"/g)!.length).toBe(
			html.match(/<label class="choice"><input type="radio"/g)!.length,
		);
		const [, target] = /role="alert"[\s\S]*?<a href="#([^"]+)">Question 2<\/a>: Write your answer/.exec(
			html,
		)!;
		expect(html).toContain(`<fieldset id="${target}"`);
		expect(html).toContain('aria-invalid="true"');
	});

	it('tells the time in the time zone of the workflow', () => {
		expect(pageOf(extraction([DATES]))).toMatch(/Sunday, May 3, 2026 at 14:30 \(Europe\/Berlin\)/);
	});

	it('keeps hostile texts as texts, and brings what was entered back as it was', () => {
		for (let first = 0; first < HOSTILE.length; first++)
			for (const second of HOSTILE) {
				const text = `${HOSTILE[first]}${second}\n`;
				const question = {
					...DATES,
					question_id: text,
					question: text,
					example_from_documents: text,
					choices: [{ choice_id: text, label: text, cell_would_contain: text, recommended: true }],
				};
				const open = [question, { ...NAMES, recommended_approach: text }];
				const ownWords = { option: 1, words: text.trim() };
				const entered = new Map([[text, ownWords]]);
				const html = pageOf(extraction(open), { entered, notice: text, problems: new Map([[text, text]]) });
				expect(html).not.toMatch(/<script|<img/);
				const form = asForm(html);
				expect(enteredIn(form).get(text)).toEqual(ownWords);
				const { answers } = enteredAnswers(open, enteredIn(form));
				expect(answers).toEqual([
					{ question_id: text, text: text.trim() },
					{ question_id: 'names', accept_recommended: true },
				]);
				const untouched = enteredAnswers(open, enteredIn(asForm(pageOf(extraction(open)))));
				expect(untouched.answers[0]).toEqual({ question_id: text, choice_id: text });
			}
	});

	it('keeps words, and the recommendation beside them', () => {
		const entered = new Map([['names', { option: 1, words: 'By tax number' }]]);
		const html = pageOf(extraction([NAMES]), { entered });
		expect(html).toContain(NAMES.recommended_approach);
		expect(asForm(html).get('text_1')).toBe('By tax number');
		expect(enteredAnswers([NAMES], enteredIn(asForm(html))).answers).toEqual([
			{ question_id: 'names', text: 'By tax number' },
		]);
	});

	it('sends the recommendation of every question that has one, if nothing is changed', () => {
		const open: Question[] = [
			DATES,
			NAMES,
			{ ...NAMES, question_id: 'free', recommended_approach: undefined },
		];
		const { answers, problems } = enteredAnswers(open, enteredIn(asForm(pageOf(extraction(open)))));
		expect(answers).toEqual([
			{ question_id: 'date_order', choice_id: 'day_first' },
			{ question_id: 'names', accept_recommended: true },
		]);
		expect([...problems]).toEqual([['free', 'Write your answer']]);
	});
});
