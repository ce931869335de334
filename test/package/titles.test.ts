import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { filesOf, REPOSITORY } from '../support/repository';

/** `it`, `it.each(…)`, `test.each<…>(…)` and so on, by their first word. */
const firstWord = (callee: ts.Expression): string | undefined => {
	if (ts.isIdentifier(callee)) return callee.text;
	return ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)
		? firstWord(callee.expression)
		: undefined;
};

/** The titles that a file writes out, except those that its table gives whole (`%s` alone). */
function titlesOf(file: string): string[] {
	const source = ts.createSourceFile(
		file,
		readFileSync(path.join(REPOSITORY, file), 'utf8'),
		ts.ScriptTarget.Latest,
	);
	const titles: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isCallExpression(node) && node.arguments.length > 1) {
			const [title] = node.arguments;
			if (['it', 'test'].includes(firstWord(node.expression) ?? '') && title && ts.isStringLiteralLike(title))
				if (!/^%[sj]$/.test(title.text)) titles.push(title.text);
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return titles;
}

describe('the titles of the tests', () => {
	const files = filesOf('test', '.test.ts');

	it('are found by this check in all files', () =>
		expect(files.flatMap(titlesOf).length).toBeGreaterThan(1000));

	it('have more than three words, so that they can be understood in a list of failures', () => {
		const short = files.flatMap((file) =>
			titlesOf(file)
				.filter((title) => title.trim().split(/\s+/).length <= 3)
				.map((title) => `${file}: ${title}`),
		);
		expect(short).toEqual([]);
	});
});
