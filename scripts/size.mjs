/**
 * Counts what a reader of the shipped code has to read, and fails if there is more of it than agreed: `npm run size`. A line of code is a
 * line with code on it that belongs to no import. Fan-out is how many other files a file imports from: what has to be known to follow it.
 * Lower a limit when the code has become smaller. The limits leave room for what is decided to come, no more: raise none without such a decision.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const FAN_OUT = 'fan-out of a file';
const LIMITS = { 'lines of code': 13_490, files: 210, [FAN_OUT]: 15 };
const SHIPPED = ['nodes', 'credentials'];
/** Texts for a browser, which are no code of the node. Their own test limits the script. */
const FOR_BROWSERS = /pages\/(?:style|script)\.ts$/;

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

/** How many other files of the package a file imports from. */
function fanOutOf(file) {
	const { statements } = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
	const from = statements.filter((node) => ts.isImportDeclaration(node) || ts.isExportDeclaration(node));
	return new Set(from.map((node) => node.moduleSpecifier?.text).filter((name) => name?.startsWith('.'))).size;
}

const files = SHIPPED.flatMap((folder) =>
	readdirSync(folder, { recursive: true })
		.filter((name) => name.endsWith('.ts') && !FOR_BROWSERS.test(name))
		.map((name) => path.join(folder, name)),
);
const fanOuts = files.map((file) => ({ file, fanOut: fanOutOf(file) }));
const widest = fanOuts.reduce((most, next) => (next.fanOut > most.fanOut ? next : most));
const counted = {
	'lines of code': files.reduce((sum, file) => sum + countCode(file), 0),
	files: files.length,
	[FAN_OUT]: widest.fanOut,
};
for (const [what, limit] of Object.entries(LIMITS)) {
	console.log(`${what}: ${counted[what]} (at most ${limit})`);
	if (counted[what] > limit) process.exitCode = 1;
}
if (widest.fanOut > LIMITS[FAN_OUT])
	for (const { file, fanOut } of fanOuts)
		if (fanOut > LIMITS[FAN_OUT]) console.log(`${file} imports from ${fanOut} files`);
