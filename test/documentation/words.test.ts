import { filesOf } from '../support/repository';
import { bannedWordsIn } from '../support/words/bannedWords';
import { markdownTexts, readPage } from '../support/words/markdown';
import { sourceTexts } from '../support/words/sourceTexts';
import { workflowTexts } from '../support/words/workflowTexts';

const SOURCES = [...filesOf('nodes', '.ts'), ...filesOf('credentials', '.ts')];
const WORKFLOWS = filesOf('examples/workflows', '.json');
const PAGES = [
	'README.md',
	'CHANGELOG.md',
	'SECURITY.md',
	...filesOf('docs', '.md'),
	...filesOf('examples', '.md'),
];

const found = (place: string, texts: string[]): string[] =>
	texts.flatMap(bannedWordsIn).map((finding) => `${place}: ${finding}`);

describe('The words for users', () => {
	it('are kept by the texts of the nodes and the credential: parameters, errors, notes and pages', () => {
		const texts = SOURCES.flatMap(sourceTexts);
		expect(texts.length).toBeGreaterThan(1_000);
		expect(texts.flatMap(({ place, text }) => found(place, [text]))).toEqual([]);
	});

	it.each(PAGES)('are kept by %s', (page) => {
		expect(found(page, markdownTexts(readPage(page)))).toEqual([]);
	});

	it.each(WORKFLOWS)('are kept by %s', (workflow) => {
		expect(found(workflow, workflowTexts(workflow))).toEqual([]);
	});

	it.each([
		['Rows come out as they went in', '"come out" in "Rows come out as they went in": say output'],
		[
			'It is so that a, so that b',
			'"so that a, so that" in "It is so that a, so that b": say one "so that" in a sentence',
		],
		[
			'An image/png file',
			'"image/p" in "An image/png file": say the type by the name that users know, such as PDF',
		],
	])('are missed by "%s", with the better word', (text, finding) => {
		expect(bannedWordsIn(text)).toEqual([finding]);
	});

	it.each([
		'So that a. So that b.',
		'Where is my file?',
		'The field where the file is',
		'`come out` of a folder',
	])('are kept by "%s"', (text) => expect(markdownTexts(text).flatMap(bannedWordsIn)).toEqual([]));
});
