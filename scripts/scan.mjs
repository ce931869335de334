/**
 * Runs n8n's community package scanner as n8n does before it verifies a version: on what `npm pack` would publish, and on the
 * sources. Needs `npm run build` before. Exits with 0 only when both passed and the package holds what it should and no more.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pack } from './pack.mjs';
import { contentProblems } from './publishedFiles.mjs';

const repository = fileURLToPath(new URL('..', import.meta.url));
const temporary = mkdtempSync(path.join(tmpdir(), 'scan-'));

/** Prints a finding. @returns {boolean} whether it is a good one */
function report(what, { passed, message, details }) {
	console.log(`${what}: ${passed ? 'passed' : `FAILED (${message})`}`);
	if (details) console.log(details);
	return passed;
}

function checkContents(files) {
	const problems = contentProblems(files, readdirSync(path.join(repository, 'icons')));
	return {
		passed: problems.length === 0,
		message: `${problems.length} problems`,
		details: problems.join('\n'),
	};
}

async function scan() {
	// The scanner makes a temporary folder when it is imported, and leaves it behind.
	process.env.TMPDIR = temporary;
	const { analyzePackage, SOURCE_FILE_PATTERNS } =
		await import('@n8n/scan-community-package/scanner/scanner.mjs');

	const { tarball, files } = pack(repository, temporary);
	const unpacked = path.join(temporary, 'unpacked');
	mkdirSync(unpacked);
	execFileSync('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1']);

	const good = [
		report(`contents of the tarball (${files.length} files)`, checkContents(files)),
		report('scan of the tarball', await analyzePackage(unpacked)),
		report('scan of the sources', await analyzePackage(repository, SOURCE_FILE_PATTERNS)),
	];
	return good.every(Boolean);
}

let passed = false;
try {
	passed = await scan();
} finally {
	rmSync(temporary, { recursive: true, force: true });
}
// The scanner leaves handles open that would keep the process alive.
process.exit(passed ? 0 : 1);
