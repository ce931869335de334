import ts from 'typescript';
import { readPage } from './markdown';

export interface SourceText {
	/** Such as "nodes/a.ts:12". */
	place: string;
	text: string;
}

/** A string that is written out, or a template with "…" for its values. */
function textOf(node: ts.Node): string | undefined {
	if (ts.isImportDeclaration(node.parent) || ts.isLiteralTypeNode(node.parent)) return undefined;
	if (ts.isStringLiteralLike(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return undefined;
	return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
}

/** All texts of more than one word in a TypeScript file: the others are mostly values. Of HTML, what a page shows. */
export function sourceTexts(file: string): SourceText[] {
	const source = ts.createSourceFile(file, readPage(file), ts.ScriptTarget.Latest, true);
	const texts: SourceText[] = [];
	const visit = (node: ts.Node): void => {
		const text = ts.isSourceFile(node) ? undefined : textOf(node);
		const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
		if (text?.includes(' ')) texts.push({ place: `${file}:${line}`, text: text.replace(/<[^>]*>/g, ' ') });
		ts.forEachChild(node, visit);
	};
	visit(source);
	return texts;
}
