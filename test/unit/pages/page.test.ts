import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { markup } from '../../../nodes/DocumentDataExtraction/pages/html';
import { htmlPage, pageHeaders, type Page } from '../../../nodes/DocumentDataExtraction/pages/page';
import { SCRIPT } from '../../../nodes/DocumentDataExtraction/pages/script';
import { TEXTS } from '../../../nodes/DocumentDataExtraction/pages/texts';

const PAGE: Page = { title: 'A & B', body: markup`<p>text</p>`, kind: 'wide' };
const html = htmlPage(PAGE);

const hashOf = (tag: string): string => {
	const [, text] = new RegExp(`<${tag}>([\\s\\S]*)</${tag}>`).exec(html)!;
	return `'sha256-${createHash('sha256').update(text!).digest('base64')}'`;
};

describe('A page', () => {
	it('has a style and a script that its policy allows, and nothing that its policy forbids', () => {
		const policy = pageHeaders(PAGE)['Content-Security-Policy'];
		expect(policy).toContain(`style-src ${hashOf('style')}; script-src ${hashOf('script')};`);
		expect(html).not.toMatch(/<link|<img|<iframe|\son\w+=|style="|url\(|@import/i);
	});

	it('names its language, fits a phone, and has light and dark colours', () => {
		expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
		expect(html).toContain('width=device-width');
		expect(html).toContain('color-scheme: light dark');
		expect(html).toContain('<title>A &amp; B</title>');
		expect(htmlPage({ ...PAGE, lang: 'de"' })).toContain('<html lang="de&quot;">');
	});

	it('can be framed by nobody, unless it is made for the frame of another page', () => {
		expect(pageHeaders(PAGE)['X-Frame-Options']).toBe('DENY');
		const framed = pageHeaders({ ...PAGE, isFramed: true });
		expect(framed['X-Frame-Options']).toBe('SAMEORIGIN');
		expect(framed['Content-Security-Policy']).toContain("frame-ancestors 'self'");
	});
});

describe('The script of the pages', () => {
	it('is short, formatted like all code, and writes no markup', () => {
		const repository = join(__dirname, '../../..');
		const prettier = ['node_modules/prettier/bin/prettier.cjs', '--stdin-filepath', 'scripts/script.js'];
		const formatted = execFileSync(process.execPath, prettier, { cwd: repository, input: SCRIPT });
		expect(formatted.toString()).toBe(SCRIPT.trimStart());
		expect(SCRIPT.trim().split('\n').length).toBeLessThanOrEqual(150);
		expect(SCRIPT).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval|localStorage/);
	});
});

describe('The texts of the pages', () => {
	it('stand in the order of the alphabet, and are whole words', () => {
		const keys = Object.keys(TEXTS);
		const lower = keys.map((key) => key.toLowerCase());
		expect(lower).toEqual([...lower].sort());
		for (const text of Object.values(TEXTS)) expect(text).toMatch(/\S/);
	});
});
