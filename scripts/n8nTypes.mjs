/**
 * Compiles what ships against the types of every n8n that it has to run in: a member of `this`, a helper or an export that one of them
 * does not have is an error, except in the one file that asks n8n what it has.
 *
 * Arguments: further folders of an `n8n-workflow`, such as those of installed hosts.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';

/** The only file that may use what not every n8n has. */
const ASKS_N8N = 'nodes/DocumentDataExtraction/shared/n8nFeatures.ts';

const require = createRequire(import.meta.url);
/** The oldest n8n, whose last release is 1.123, and the n8n of the engine that the tests run. */
const PINNED = ['n8n-workflow-1.123', 'n8n-workflow'].map((name) =>
	dirname(require.resolve(`${name}/package.json`)),
);

const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(
	'tsconfig.build.json',
	{ noEmit: true },
	ts.sys,
);

/** Source files are parsed once: all but the types of n8n are the same for every version. */
const parsed = new Map();
const host = ts.createCompilerHost(options);
const { getSourceFile } = host;
host.getSourceFile = (name, ...rest) => {
	if (!parsed.has(name)) parsed.set(name, getSourceFile(name, ...rest));
	return parsed.get(name);
};

/** @returns what the shipped code uses that this n8n-workflow does not declare, as the compiler's errors */
function missingIn(folder) {
	const { version, types } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	const program = ts.createProgram({
		rootNames: fileNames,
		options: { ...options, baseUrl: '.', paths: { 'n8n-workflow': [join(folder, types)] } },
		host,
	});
	const faults = ts.getPreEmitDiagnostics(program).filter(({ file }) => file?.fileName !== resolve(ASKS_N8N));
	return { version, faults };
}

let found = 0;
for (const folder of [...PINNED, ...process.argv.slice(2).map((given) => resolve(given))]) {
	const { version, faults } = missingIn(folder);
	found += faults.length;
	console.log(
		`n8n-workflow ${version}: ${faults.length === 0 ? 'has all that ships uses' : `${faults.length} faults`}`,
	);
	if (faults.length > 0) console.log(ts.formatDiagnosticsWithColorAndContext(faults, host));
}
process.exitCode = found === 0 ? 0 : 1;
