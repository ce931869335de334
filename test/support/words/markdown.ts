import { readFileSync } from 'node:fs';
import path from 'node:path';
import { marked, Parser, TextRenderer, type Token, type Tokens } from 'marked';
import { REPOSITORY } from '../repository';

/** Prose is what is not code: a name in code style is what somebody types or reads as it is. */
class ProseRenderer extends TextRenderer {
	override codespan(): string {
		return '…';
	}
}

const prose = new ProseRenderer();
const parser = new Parser();

const isBlock = ({ type }: Token): boolean => ['heading', 'paragraph', 'text'].includes(type);

/** The paragraphs, headings, list entries and table cells of a text in Markdown, as they are read. */
export function markdownTexts(markdown: string): string[] {
	const texts: string[] = [];
	const add = (tokens: Token[] | undefined): void => {
		if (tokens) texts.push(parser.parseInline(tokens, prose).replace(/\s+/g, ' '));
	};
	void marked.walkTokens(marked.lexer(markdown), (token) => {
		if (isBlock(token)) add((token as Tokens.Paragraph).tokens);
		if (token.type !== 'table') return;
		const { header, rows } = token as Tokens.Table;
		for (const { tokens } of [header, ...rows].flat()) add(tokens);
	});
	return texts;
}

export const readPage = (page: string): string => readFileSync(path.join(REPOSITORY, page), 'utf8');
