/** Builds what is published into an empty `dist`, so that nothing of a file that is gone gets published. */
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/** Not code: what describes the nodes, and the samples of their outputs. */
const isDescription = (file) => statSync(file).isDirectory() || file.endsWith('.json');

rmSync('dist', { recursive: true, force: true });
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
	stdio: 'inherit',
});
cpSync('nodes', 'dist/nodes', { recursive: true, filter: isDescription });
cpSync('icons', 'dist/icons', { recursive: true });
