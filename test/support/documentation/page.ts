import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import GithubSlugger from 'github-slugger';
import { marked, type Token, type Tokens } from 'marked';

/** A row of a table "Parameter | Value", as it stands in the page. */
export interface Setting {
	parameter: string;
	value: string;
}

/** A table of settings and the output that the page shows for it. */
export interface Example {
	/** Such as "Answer: Submit, example 2"; without the number for the first one. */
	name: string;
	section: string;
	settings: Setting[];
	/** One item of the output, or all of them. */
	output: unknown;
}

export interface Section {
	/** Such as "Extraction: Get Status". */
	title: string;
	/** What follows `#` in a link to it. */
	anchor: string;
	examples: Example[];
}

const lexed = (path: string): Token[] =>
	marked.lexer(readFileSync(join(__dirname, '../../..', path), 'utf8'));

const isTable = (token: Token): token is Tokens.Table => token.type === 'table';

const settingsIn = ({ header, rows }: Tokens.Table): Setting[] => {
	expect(header.map(({ text }) => text)).toEqual(['Parameter', 'Value']);
	return rows.map(([parameter, value]) => ({ parameter: parameter!.text, value: value!.text }));
};

/** The sections of the page of operations: headings of the third level, with their examples. */
export function readOperationsPage(): Section[] {
	const slugger = new GithubSlugger();
	const sections: Section[] = [];
	let settings: Setting[] = [];
	for (const token of lexed('docs/operations.md')) {
		if (token.type === 'heading') {
			const { depth, text } = token as Tokens.Heading;
			const anchor = slugger.slug(text);
			if (depth === 3) sections.push({ title: text, anchor, examples: [] });
			settings = [];
		}
		const section = sections.at(-1);
		if (!section) continue;
		if (isTable(token)) settings = settingsIn(token);
		if (token.type !== 'code' || (token as Tokens.Code).lang !== 'json') continue;
		const { title, examples } = section;
		const name = examples.length === 0 ? title : `${title}, example ${examples.length + 1}`;
		const output: unknown = JSON.parse((token as Tokens.Code).text);
		examples.push({ name, section: title, settings, output });
		settings = [];
	}
	return sections;
}

/** The anchors of the page's headings, and those that its links within the page lead to. */
export function readOperationsLinks(): { anchors: string[]; linked: string[] } {
	const slugger = new GithubSlugger();
	const anchors: string[] = [];
	const linked: string[] = [];
	void marked.walkTokens(lexed('docs/operations.md'), (token) => {
		if (token.type === 'heading') anchors.push(slugger.slug((token as Tokens.Heading).text));
		const href = token.type === 'link' ? (token as Tokens.Link).href : '';
		if (href.startsWith('#')) linked.push(href.slice(1));
	});
	return { anchors, linked };
}

/** The first table below a heading of the README, as the Markdown in its cells. */
export function readReadmeTable(heading: string): string[][] {
	const tokens = lexed('README.md');
	const start = tokens.findIndex(
		(token) => token.type === 'heading' && (token as Tokens.Heading).text === heading,
	);
	expect(start).not.toBe(-1);
	const table = tokens.slice(start).find(isTable);
	return (table?.rows ?? []).map((row) => row.map(({ text }) => text));
}
