/**
 * One name for one thing: `npm run names` fails if two files of the shipped code define the same name at their top level. Whoever reads
 * a name then knows which one it is, and a search finds it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Each operation has these, under these names. */
const OF_EACH_OPERATION = ['parameters', 'options'];

/** The names that a statement defines. */
function namesIn(statement) {
	if (ts.isVariableStatement(statement))
		return statement.declarationList.declarations.map(({ name }) => name).filter(ts.isIdentifier);
	return statement.name ? [statement.name] : [];
}

const files = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(folder, { recursive: true })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => path.join(folder, name)),
);
const filesOf = new Map();
for (const file of files) {
	const { statements } = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
	for (const name of new Set(statements.flatMap(namesIn).map(({ text }) => text)))
		filesOf.set(name, [...(filesOf.get(name) ?? []), file]);
}
const twins = [...filesOf].filter(([name, { length }]) => length > 1 && !OF_EACH_OPERATION.includes(name));
for (const [name, places] of twins) console.log(`${name} is defined in ${places.join(' and ')}`);
console.log(`names that two files define: ${twins.length} (at most 0)`);
if (twins.length > 0) process.exitCode = 1;
