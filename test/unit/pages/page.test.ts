import { createHash } from 'node:crypto';
import { markup } from '../../../nodes/DocumentDataExtraction/pages/html';
import { htmlPage, PAGE_HEADERS } from '../../../nodes/DocumentDataExtraction/pages/page';

const page = htmlPage({ title: 'A & B', body: markup`<p>text</p>` });

describe('A page', () => {
	it('has a style that its policy allows, and nothing that its policy forbids', () => {
		const [, style] = /<style>([\s\S]*)<\/style>/.exec(page)!;
		const hash = createHash('sha256').update(style!).digest('base64');
		expect(PAGE_HEADERS['Content-Security-Policy']).toContain(`style-src 'sha256-${hash}'`);
		expect(page).not.toMatch(/<script|<link|<img|<iframe|\son\w+=|style="|url\(|@import/i);
	});

	it('names its language, fits a phone, and has light and dark colours', () => {
		expect(page).toMatch(/^<!doctype html>\n<html lang="en">/);
		expect(page).toContain('width=device-width');
		expect(page).toContain('color-scheme: light dark');
		expect(page).toContain('<title>A &amp; B</title>');
		expect(page).toContain('<h1>A &amp; B</h1>');
	});
});
