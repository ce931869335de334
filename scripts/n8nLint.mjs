/**
 * `npm run lint:n8n`: n8n's own `n8n-node cloud-support` and `n8n-node lint` in the root of this repository, with n8n's configuration as it
 * is. @n8n/node-cli brings 600 packages, so it is no development dependency: it is installed into a cache folder once. The copy that is
 * linted stands beside it, and uses the packages of this repository.
 *
 * n8n's configuration takes every TypeScript file for code that runs in n8n, tests and tools too. What it finds in those is counted in
 * `eslint-suppressions.json`, which ESLint reads by itself; of what is published, nothing may stand there.
 *
 *   npm run lint:n8n -- --update     counts anew, after a change of tests or tools
 */
import { execFileSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_CLI = '@n8n/node-cli@0.48.3';
const SUPPRESSIONS = 'eslint-suppressions.json';
const SHIPPED = /^(nodes|credentials)\//;

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CACHE = path.join(
	process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'),
	'n8n-nodes-document-data-extraction',
	NODE_CLI.replace(/.*\//, ''),
);

/** Runs a program of npm's, whose name is the same on every system only for a shell. */
const run = (cwd, program, ...args) =>
	execFileSync(program, args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' });

/** The folder with n8n's command line. It gets its name once it is whole. */
function installed() {
	if (existsSync(CACHE)) return CACHE;
	mkdirSync(path.dirname(CACHE), { recursive: true });
	const folder = mkdtempSync(`${CACHE}-`);
	cpSync(path.join(ROOT, '.npmrc'), path.join(folder, '.npmrc'));
	run(folder, 'npm', 'install', '--no-save', '--loglevel=error', NODE_CLI, 'typescript@5.8.3');
	if (existsSync(CACHE)) rmSync(folder, { recursive: true, force: true });
	else renameSync(folder, CACHE);
	return CACHE;
}

/** A copy of the repository, as a clone has it: what Git does not know and does not ignore belongs to it. */
function copyTo(folder) {
	const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
		cwd: ROOT,
		encoding: 'utf8',
	});
	for (const file of new Set(listed.split('\0').filter(Boolean)))
		if (existsSync(path.join(ROOT, file))) cpSync(path.join(ROOT, file), path.join(folder, file));
	symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
}

/** @throws if something of what is published counts as suppressed */
function refuseShipped() {
	const files = Object.keys(JSON.parse(readFileSync(path.join(ROOT, SUPPRESSIONS), 'utf8')));
	const shipped = files.filter((file) => SHIPPED.test(file));
	if (shipped.length > 0) throw new Error(`${SUPPRESSIONS} must not name ${shipped.join(', ')}`);
}

const temporary = mkdtempSync(path.join(tmpdir(), 'n8n-lint-'));
try {
	// Node.js looks for @n8n/node-cli beside the copy, when it is not in the packages of the repository.
	symlinkSync(path.join(installed(), 'node_modules'), path.join(temporary, 'node_modules'), 'junction');
	const copy = path.join(temporary, 'repository');
	copyTo(copy);
	if (process.argv.includes('--update')) {
		rmSync(path.join(copy, SUPPRESSIONS), { force: true });
		run(copy, 'npx', 'eslint', '.', '--quiet', '--suppress-all');
		cpSync(path.join(copy, SUPPRESSIONS), path.join(ROOT, SUPPRESSIONS));
	} else {
		const command = path.join(temporary, 'node_modules', '@n8n', 'node-cli', 'bin', 'n8n-node.mjs');
		run(copy, process.execPath, command, 'cloud-support');
		run(copy, process.execPath, command, 'lint');
	}
	refuseShipped();
} catch (error) {
	console.error(error.message);
	process.exitCode = 1;
} finally {
	rmSync(temporary, { recursive: true, force: true });
}
