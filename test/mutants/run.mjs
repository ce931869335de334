/**
 * Puts one fault after the other into a copy of the checkout, and runs the tests that should notice: `npm run mutants`. It looks in the tests
 * that the fault names first, then in the whole fast set. With `--rest` it goes on in the tests that only `npm run test:rest` runs. With
 * `--fit` it runs no test, and only says which faults no longer fit the code. Other arguments choose mutants by a part of their name.
 * Fails if a fault goes unnoticed, or no longer fits the code.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { MUTANTS } from './mutants.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SHIPPED = 'nodes/DocumentDataExtraction';
const LONGEST_MS = 20 * 60_000;
/** A fault may well make an endless loop. No test takes as long, though two of the slowest share a busy machine. */
const LONGEST_TEST_MS = 90_000;

const args = process.argv.slice(2);
const withRest = args.includes('--rest');
const parts = args.filter((arg) => !arg.startsWith('--')).map((part) => part.toLowerCase());
const chosen = MUTANTS.filter(
	({ name }) => parts.length === 0 || parts.some((part) => name.toLowerCase().includes(part)),
);

const fits = ({ file, search }) =>
	readFileSync(path.join(ROOT, SHIPPED, file), 'utf8').split(search).length === 2;
const stale = chosen.filter((mutant) => !fits(mutant));
for (const { name, file } of stale) console.log(`stale  ${name}\n       ${file} has changed`);
if (args.includes('--fit') || stale.length > 0) {
	console.log(`${chosen.length} faults, ${stale.length} of them stale`);
	process.exit(stale.length === 0 ? 0 : 1);
}

/** The run of the tests that is under way. Its workers are of its process group. */
let jest;

/** A fault may make an endless loop. A worker in one outlives its run, and would go on for ever. */
function endJest() {
	if (jest === undefined) return;
	try {
		process.kill(-jest.pid, 'SIGKILL');
	} catch (error) {
		if (error.code !== 'ESRCH') throw error;
	}
	jest = undefined;
}

const copy = mkdtempSync(path.join(tmpdir(), 'mutants-'));
process.on('exit', () => {
	endJest();
	rmSync(copy, { recursive: true, force: true, maxRetries: 10 });
});
process.on('SIGINT', () => process.exit(130));
process.on('SIGTERM', () => process.exit(143));

function copyCheckout() {
	const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
		cwd: ROOT,
		encoding: 'utf8',
	});
	const files = listed.split('\0').filter((file) => file !== '' && existsSync(path.join(ROOT, file)));
	for (const file of files) cpSync(path.join(ROOT, file), path.join(copy, file));
	symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
}

/** Runs tests in the copy. @returns the first failure; undefined if all are green */
async function firstFailure(projects, paths) {
	const failures = path.join(copy, 'failures.txt');
	writeFileSync(failures, '');
	jest = spawn(
		process.execPath,
		[
			path.join(ROOT, 'node_modules/jest/bin/jest.js'),
			...['--selectProjects', ...projects, '--bail', '--passWithNoTests'],
			...['--testTimeout', String(LONGEST_TEST_MS)],
			...['--reporters', path.join(copy, 'test/mutants/firstFailure.cjs')],
			...['--cacheDirectory', path.join(copy, '.jest'), '--', ...paths],
		],
		// A process group of its own, which can be ended whole.
		{
			cwd: copy,
			detached: true,
			stdio: ['ignore', 'ignore', 'pipe'],
			env: { ...process.env, FAILURES: failures },
		},
	);
	let printed = '';
	jest.stderr.setEncoding('utf8').on('data', (text) => (printed += text));
	const timer = setTimeout(endJest, LONGEST_MS);
	const [status, signal] = await once(jest, 'exit');
	clearTimeout(timer);
	endJest();
	if (status === 0) return undefined;
	if (signal) return `it does not end (${signal})`;
	const [first] = readFileSync(failures, 'utf8').split('\n');
	if (!first) throw new Error(printed);
	const [file, name] = first.split('\t');
	return `${path.relative(copy, file)}: ${name}`;
}

/** Puts a fault in, for as long as the work takes. */
async function withFault({ file, search, replace }, work) {
	const target = path.join(copy, SHIPPED, file);
	const source = readFileSync(target, 'utf8');
	writeFileSync(
		target,
		source.replace(search, () => replace),
	);
	try {
		return await work();
	} finally {
		writeFileSync(target, source);
	}
}

/** In which set of tests a fault is noticed, and by which test. */
async function outcomeOf(mutant) {
	return await withFault(mutant, async () => {
		const named = mutant.tests.map((test) => `test/${test}`);
		const inFast = (await firstFailure(['fast'], named)) ?? (await firstFailure(['fast'], []));
		if (inFast) return { set: 'fast', by: inFast };
		const inRest = withRest ? await firstFailure(['long', 'sandbox'], []) : undefined;
		return inRest ? { set: 'rest', by: inRest } : { set: 'none', by: 'nothing' };
	});
}

copyCheckout();
const paths = new Set(chosen.flatMap(({ tests }) => tests.map((test) => `test/${test}`)));
const red = await firstFailure(['fast'], [...paths]);
if (red) {
	console.error(`Without any fault, this test is red already: ${red}`);
	process.exit(1);
}
const counts = { fast: 0, rest: 0, none: 0 };
for (const mutant of chosen) {
	const { set, by } = await outcomeOf(mutant);
	counts[set] += 1;
	console.log(`${set.padEnd(5)}  ${mutant.name}\n       ${mutant.promise}; noticed by ${by}`);
}
console.log(
	`${chosen.length} faults: ${counts.fast} noticed by npm test, ${counts.rest} by the other tests, ${counts.none} by none`,
);
process.exitCode = counts.none === 0 ? 0 : 1;
