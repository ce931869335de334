/**
 * Runs the checks of this repository, several side by side, and says at the end how long each of them took. Nothing else puts checks
 * together: npm, CI and .ci/run call it.
 *
 *   npm test               types and rules, beside the fast tests
 *   npm test -- PATH ...   the tests in these files, whichever set they are in (test/support/jest/sets.js). Options of Jest go there too
 *   npm run check          what is published: the build, what n8n's reviewers do, the tests that need the build, the demo, the types of the oldest n8n; the arrows, exports that nothing reads, mutants that no longer fit the code, the formatting, the size and the names
 *   npm run test:rest      all that npm test leaves out: npm run check, and the other tests
 *   npm run test:all       npm test, and then the rest if it is green
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** npm finds the programs: it has put node_modules/.bin on the path. */
const STEPS = {
	'types and rules': 'node scripts/code.mjs',
	'fast tests': 'jest --selectProjects fast',
	build: 'npm run --silent build',
	verify: 'npm run --silent verify',
	'tests of the build': 'jest --selectProjects built',
	demo: 'npm run --silent demo',
	"n8n's types": 'npm run --silent n8n:types',
	arrows: 'npm run --silent arrows',
	formatting: 'npm run --silent format',
	size: 'npm run --silent size',
	names: 'npm run --silent names',
	'unused exports': 'npm run --silent unused',
	'mutants fit': 'npm run --silent mutants -- --fit',
	'other tests': 'jest --selectProjects long sandbox',
};

/** What lasts longest, and shows how it gets on. What other steps say comes when they have ended. */
const LIVE = ['fast tests', 'other tests'];

/** Lines of steps. The lines run side by side, the steps of a line one after the other. */
const FAST = [['types and rules'], ['fast tests']];
const PUBLISHED = [
	['build', 'verify', 'tests of the build', 'demo'],
	["n8n's types", 'arrows', 'unused exports', 'mutants fit', 'formatting', 'size', 'names'],
];
const REST = [...PUBLISHED, ['other tests']];

/** One after the other, up to the first in which something fails. */
const PLANS = { test: [FAST], check: [PUBLISHED], rest: [REST], all: [FAST, REST] };

const colors = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};

async function run(step) {
	const command = STEPS[step];
	console.log(`> ${command}`);
	const startedAt = performance.now();
	const isLive = LIVE.includes(step);
	const child = spawn(isLive ? command : `${command} 2>&1`, {
		shell: true,
		stdio: ['ignore', isLive ? 'inherit' : 'pipe', 'inherit'],
		env: { ...process.env, ...colors },
	});
	const output = isLive ? '' : text(child.stdout);
	const [code] = await once(child, 'close');
	const seconds = Math.round((performance.now() - startedAt) / 1000);
	const said = (await output).trim();
	if (said) console.log(`\n${step}:\n${said}\n`);
	return { step, isGreen: code === 0, seconds };
}

/** Runs the steps of a line, up to the first one that fails. */
async function runLine(steps) {
	const results = [];
	for (const step of steps) {
		results.push(await run(step));
		if (!results.at(-1).isGreen) break;
	}
	return results;
}

async function runTests(args) {
	const jest = spawn('jest', args, { stdio: 'inherit', shell: process.platform === 'win32' });
	const [code] = await once(jest, 'close');
	return code ?? 1;
}

async function runPlan(plan) {
	const results = [];
	for (const lines of plan) {
		results.push(...(await Promise.all(lines.map(runLine))).flat());
		if (results.some(({ isGreen }) => !isGreen)) break;
	}
	const said = results.map(
		({ step, isGreen, seconds }) => `${isGreen ? 'passed' : 'FAILED'}  ${step} (${seconds} s)`,
	);
	console.log(`\n${said.join('\n')}`);
	return results.every(({ isGreen }) => isGreen) ? 0 : 1;
}

const [plan, ...args] = process.argv.slice(2);
process.exitCode = args.length > 0 ? await runTests(args) : await runPlan(PLANS[plan]);
