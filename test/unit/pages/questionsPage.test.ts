import type { Question } from '../../../nodes/DocumentDataExtraction/api/schemas/extractions';
import {
	QUESTION_FIELD,
	answerIn,
	enteredIn,
} from '../../../nodes/DocumentDataExtraction/extraction/questions/enteredAnswers';
import { notationOf } from '../../../nodes/DocumentDataExtraction/extraction/review/notation';
import { entriesIn } from '../../../nodes/DocumentDataExtraction/pages/form';
import { htmlPage } from '../../../nodes/DocumentDataExtraction/pages/page';
import {
	questionsPage,
	type QuestionsPage,
} from '../../../nodes/DocumentDataExtraction/pages/questions/questionsPage';
import { fieldsOf } from '../../support/fixtures/personFixture';
import { DATES, NAMES } from '../../support/operations/openQuestions';

const HOSTILE = [
	'</textarea><script>x',
	'"><img onerror=x>',
	"' autofocus='",
	'&quot;&#39;',
	'<!-- ',
	'ok ',
	'😀',
	'${x}',
	'`',
];
const DESK = {
	title: 'Questions',
	introduction: '',
	texts: {},
	notation: notationOf('en'),
	timeZone: 'Europe/Berlin',
	url: '?signature=s&',
	hasDocuments: true,
};
const ID = '07a814e5-37ea-453f-822b-46dd295ac20c';

const pageOf = (questions: Question[], more: Partial<QuestionsPage> = {}) =>
	htmlPage(
		questionsPage(DESK, {
			asked: [{ extractionId: ID, questions, answerBy: '2026-05-03T12:30:00Z' }],
			files: new Map([[ID, { name: 'a.pdf', documents: [] }]]),
			...more,
		}),
	);

const sentBy = (html: string) => enteredIn(new Map(Object.entries(fieldsOf(html))));

describe('The page of the questions', () => {
	it('gives every field a label, groups each question, and leads from the list to what is missing', () => {
		const html = pageOf([DATES, NAMES], { tells: true });
		expect(html.match(/<fieldset/g)).toHaveLength(2);
		expect(html.match(/<legend/g)).toHaveLength(2);
		expect(html.match(/<textarea/g)!.length).toBe(html.match(/<label class="words"><span>/g)!.length);
		expect(html.match(/<input type="radio"/g)!.length).toBe(
			html.match(/<label class="option[^"]*"><input type="radio"/g)!.length,
		);
		const [, target] = /role="alert"[\s\S]*?<a href="#([^"]+)">Question 2:<\/a> Choose an answer/.exec(html)!;
		expect(html).toContain(`<article class="question wrong" id="${target}"`);
		expect(html).toContain('aria-invalid="true"');
	});

	it('tells the time in the time zone of the workflow', () => {
		expect(pageOf([DATES])).toMatch(/Sunday, May 3, 2026 at 14:30 \(Europe\/Berlin\)/);
	});

	it('leads to the file and page that an example names, and to all files', () => {
		const question = { ...DATES, example_from_documents: '03/04 in b.pdf (Page 7)' };
		const documents = ['a', 'b'].map((name) => ({ key: `0.0.${name}`, name: `${name}.pdf` }));
		const html = pageOf([question], { files: new Map([[ID, { name: 'a.pdf', documents }]]) });
		expect(html).toContain('src="?signature=s&amp;file=0.0.b&amp;page=7#page=7');
		expect(html.match(/file=0\.0\.a&amp;page=1#/g)).toHaveLength(2);
	});

	it('leads to the documents of the same extraction only, also where another one has a file of the same name', () => {
		const question = { ...DATES, example_from_documents: '03/04 in invoice.pdf (Page 7)' };
		const ids = ['a', 'b', 'c'].map((letter) => letter + ID.slice(1));
		const keys = ['0.0.a', '1.0.b', undefined];
		const files = ids.map((id, index) => {
			const key = keys[index];
			return [id, { name: 'invoice.pdf', documents: key ? [{ key, name: 'invoice.pdf' }] : [] }] as const;
		});
		const asked = ids.map((extractionId) => ({ extractionId, questions: [question] }));
		const html = pageOf([], { asked, files: new Map(files) });
		const sections = html.split('<section').slice(1);
		const filesIn = (text: string) => [
			...new Set([...text.matchAll(/file=([\w.]+)&amp;page=(\d)/g)].map(([, key, page]) => `${key} ${page}`)),
		];
		expect(sections.map((one) => filesIn(one.split('</section>')[0]!))).toEqual([
			['0.0.a 7', '0.0.a 1'],
			['1.0.b 7', '1.0.b 1'],
			['none 1'],
		]);
		// Names that are alike tell nothing: the ID does.
		expect([...html.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)].map(([, heading]) => heading)).toEqual(
			ids.map((id) => `invoice.pdf · ${id}`),
		);
	});

	it('chooses nothing beforehand, keeps hostile texts as texts, and brings what was entered back as it was', () => {
		for (const first of HOSTILE)
			for (const second of HOSTILE) {
				const text = `${first}${second}\n`;
				const question: Question = {
					...DATES,
					question_id: text,
					question: text,
					example_from_documents: text,
					choices: [{ choice_id: text, label: text, cell_would_contain: text, recommended: true }],
				};
				const untouched = sentBy(pageOf([question])).get(`${ID} ${text}`)!;
				expect(answerIn(question, untouched)).toBe('chooseAnswer');
				const entered = new Map([[`${ID} ${text}`, { ...untouched, option: 1, words: text.trim() }]]);
				const html = pageOf([question], { entered, tells: true, reason: text, said: 'notSent' });
				expect(html.replace(/<script>\n\(\(\)[\s\S]*/, '')).not.toMatch(/<script|<img/);
				expect(answerIn(question, sentBy(html).get(`${ID} ${text}`))).toEqual({
					question_id: text,
					text: text.trim(),
				});
			}
	});

	it('keeps answers of other pages, with the questions that they belong to', () => {
		const questions = Array.from({ length: 101 }, (_, index) => ({ ...DATES, question_id: `q${index}` }));
		const first = sentBy(pageOf(questions));
		const entered = new Map([...first].map(([key, given]) => [key, { ...given, option: 1 }]));
		const { others = '' } = fieldsOf(pageOf(questions, { entered, page: 2 }));
		const kept = entriesIn(new Map([['others', others]]), QUESTION_FIELD);
		expect(enteredIn(kept)).toEqual(entered);
	});
});
