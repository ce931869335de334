/**
 * `npm run verify`: what n8n's reviewers do, on one page. Each line is a rule; below it stands what breaks it. Needs `npm run build` before.
 * What only a person can fill in is listed, and refused with `--release` and by `npm publish`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pack } from './pack.mjs';
import { contentProblems } from './publishedFiles.mjs';
import { codexProblems } from './verify/codex.mjs';
import { manifestProblems, ownerProblems } from './verify/manifest.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);
const isRelease = process.argv.includes('--release');

/** More than this is no small node. */
const LARGEST_TARBALL = 400_000;

/** What promises of the screen, the words and the pages are kept is for tests to say. */
const TESTS = {
	'texts of the screen: n8n UX guidelines': 'package/screen',
	'plain English in parameters, errors, docs and examples: "English only"': 'documentation/words',
	'links of README and docs lead somewhere': 'documentation/pages',
	'an output schema, or none, for every operation': 'extraction/outputSchemas',
};

const temporary = mkdtempSync(path.join(tmpdir(), 'verify-'));
let isGood = true;

/** Prints a line, and what is wrong below it. @param mark what stands there if something is wrong */
function say(rule, problems, mark = 'FAILED') {
	console.log(`${problems.length === 0 ? 'passed' : mark}  ${rule}`);
	for (const problem of problems) console.log(`          ${problem}`);
	if (mark === 'FAILED' && problems.length > 0) isGood = false;
}

const readJson = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

/** Runs a command of ours. @returns what it said, if it failed */
function failureOf(program, ...args) {
	const { status, stdout, stderr } = spawnSync(program, args, {
		cwd: root,
		encoding: 'utf8',
		maxBuffer: 2 ** 26,
		shell: process.platform === 'win32',
	});
	return status === 0 ? [] : [`${stdout}${stderr}`.trim().slice(-3000)];
}

/** Words that are not English are mostly spelled with letters that English does not have. */
const isForeign = (text) => /\P{ASCII}/u.test(text);

async function scan(folder, files) {
	// The scanner makes a temporary folder when it is imported, and leaves it behind.
	process.env.TMPDIR = temporary;
	const { analyzePackage } = await import('@n8n/scan-community-package/scanner/scanner.mjs');
	const { passed, message, details } = await analyzePackage(folder, files);
	return passed ? [] : [message, details];
}

async function verify() {
	const manifest = readJson('package.json');
	say('package.json: community node guidelines, no-monorepo', manifestProblems(manifest));
	say('whose package and service it is', ownerProblems(root, manifest), isRelease ? 'FAILED' : 'to do ');

	const { tarball, files } = pack(root, temporary);
	const bytes = statSync(tarball).size;
	say(
		`the tarball holds what it should and no more (${files.length} files)`,
		contentProblems(files, readdirSync(path.join(root, 'icons'))),
	);
	say(
		`the tarball is small (${Math.round(bytes / 1000)} kB)`,
		bytes <= LARGEST_TARBALL ? [] : [`more than ${LARGEST_TARBALL} bytes`],
	);
	const unpacked = path.join(temporary, 'unpacked');
	mkdirSync(unpacked);
	say(
		'the tarball can be unpacked',
		failureOf('tar', '-xzf', tarball, '-C', unpacked, '--strip-components=1'),
	);
	const { SOURCE_FILE_PATTERNS } = await import('@n8n/scan-community-package/scanner/scanner.mjs');
	say('@n8n/scan-community-package on the tarball', await scan(unpacked));
	say('@n8n/scan-community-package on the sources', await scan(root, SOURCE_FILE_PATTERNS));

	const { lintParameters, EXCEPTIONS } = require('./verify/description.cjs');
	for (const file of manifest.n8n.nodes) {
		const [Node] = Object.values(require(path.join(root, file)));
		const { description } = new Node();
		say(
			`${description.displayName}: n8n-nodes-base rules on the built description`,
			lintParameters(description.properties),
		);
		const codex = file.replace(/\.js$/, '.json');
		const { alias } = readJson(codex);
		say(
			`${description.displayName}: codex rules newer than lint 0.32`,
			codexProblems(codex, readJson(codex)),
		);
		say(`${description.displayName}: search words have English letters only`, alias.filter(isForeign));
	}
	for (const { rule, property, reason } of EXCEPTIONS)
		console.log(`reason  ${rule}${property ? ` (${property.source})` : ''}: ${reason}`);

	for (const [rule, test] of Object.entries(TESTS))
		say(rule, failureOf('npx', 'jest', '--silent', '--', test));
	say(
		'n8n-node cloud-support and n8n-node lint, in the root',
		failureOf(process.execPath, 'scripts/n8nLint.mjs'),
	);
}

try {
	await verify();
} finally {
	rmSync(temporary, { recursive: true, force: true });
}
// The scanner leaves handles open that would keep the process alive.
process.exit(isGood ? 0 : 1);
