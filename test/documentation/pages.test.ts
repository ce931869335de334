import { existsSync } from 'node:fs';
import path from 'node:path';
import GithubSlugger from 'github-slugger';
import { marked, type Tokens } from 'marked';
import { TEXTS } from '../../nodes/DocumentDataExtraction/pages/texts';
import { filesOf, REPOSITORY } from '../support/repository';
import { EVERY_VERSION } from '../e2e/hosts/install';
import { readReadmeTable } from '../support/documentation/page';
import { readPage } from '../support/words/markdown';

const PAGES = [
	'README.md',
	'CONTRIBUTING.md',
	'CHANGELOG.md',
	'AGENTS.md',
	'SECURITY.md',
	...filesOf('docs', '.md'),
	...filesOf('examples', '.md'),
];

/** What a page links to and shows, and the anchors of its headings. */
function readLinks(page: string): { links: string[]; anchors: string[] } {
	const slugger = new GithubSlugger();
	const links: string[] = [];
	const anchors: string[] = [];
	void marked.walkTokens(marked.lexer(readPage(page)), (token) => {
		if (token.type === 'heading') anchors.push(slugger.slug((token as Tokens.Heading).text));
		if (token.type === 'link' || token.type === 'image') links.push((token as Tokens.Link).href);
	});
	return { links, anchors };
}

/** Whether a link of a page leads to a file, and to a heading of it. */
function leadsSomewhere(page: string, link: string): boolean {
	const [file = '', anchor] = link.split('#');
	const target = file === '' ? page : path.posix.join(path.posix.dirname(page), file);
	if (!existsSync(path.join(REPOSITORY, target))) return false;
	return anchor === undefined || readLinks(target).anchors.includes(anchor);
}

describe('The pages', () => {
	it.each(PAGES)('%s links to files and headings that exist', (page) => {
		const links = readLinks(page).links.filter((link) => !/^(https?|mailto):/.test(link));
		expect(links.filter((link) => !leadsSomewhere(page, link))).toEqual([]);
	});

	it.each(PAGES)('%s names only examples that exist', (page) => {
		const named = [...readPage(page).matchAll(/examples\/[\w./-]*\w/g)].map(([file]) => file);
		expect(named.filter((file) => !existsSync(path.join(REPOSITORY, file)))).toEqual([]);
	});

	it('list the words of the pages that Texts (JSON) replaces, all of them and no others', () => {
		const [, json = ''] = /```json\n([\s\S]*?)```/.exec(readPage('docs/texts.md')) ?? [];
		expect(JSON.parse(json)).toEqual(TEXTS);
	});

	it('are short where everybody begins: the README has at most 1,050 words', () => {
		const words = readPage('README.md').split(/\s+/).filter(Boolean);
		expect(words.length).toBeLessThanOrEqual(1_050);
	});

	it.each(['What it promises', 'Its limits'])('say of the trigger in at most 300 words: %s', (heading) => {
		const [, section = ''] = readPage('docs/trigger.md').split(`## ${heading}\n`);
		const words = section.split('\n## ')[0]!.split(/\s+/).filter(Boolean);
		expect(words.length).toBeGreaterThan(100);
		expect(words.length).toBeLessThanOrEqual(300);
	});

	it('name in the README the versions of n8n that are tested', () => {
		const versions = readReadmeTable('Compatibility').map(([n8n]) => n8n);
		expect(versions).toEqual([...EVERY_VERSION]);
	});
});
