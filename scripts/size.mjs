/**
 * Counts what a reader of the shipped code has to read, and fails if there is more of it than agreed: `npm run size`. A line of code is a
 * line with code on it that belongs to no import. Lower a limit when the code has become smaller; raise none.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const LIMITS = { 'lines of code': 12_000, files: 190 };
const SHIPPED = ['nodes', 'credentials'];

/** The lines that a node of the syntax tree covers, comments before it left out. */
function* linesOf(node, source) {
	const from = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
	const to = source.getLineAndCharacterOfPosition(node.getEnd()).line;
	for (let line = from; line <= to; line++) yield line;
}

/** The lines with a token on them. */
function addCode(node, source, lines) {
	if (ts.isImportDeclaration(node) || ts.isJSDoc(node)) return;
	const children = node.getChildren(source);
	if (children.length > 0) for (const child of children) addCode(child, source, lines);
	else if (node.getWidth(source) > 0) for (const line of linesOf(node, source)) lines.add(line);
}

function countCode(file) {
	const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
	const lines = new Set();
	addCode(source, source, lines);
	return lines.size;
}

const files = SHIPPED.flatMap((folder) =>
	readdirSync(folder, { recursive: true })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => path.join(folder, name)),
);
const counted = {
	'lines of code': files.reduce((sum, file) => sum + countCode(file), 0),
	files: files.length,
};
for (const [what, limit] of Object.entries(LIMITS)) {
	console.log(`${what}: ${counted[what]} (at most ${limit})`);
	if (counted[what] > limit) process.exitCode = 1;
}
