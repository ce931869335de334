/**
 * Lints what is published with n8n's own configuration, untouched, by n8n's own command: `npm run lint:n8n`. It does so in a copy that
 * holds nothing else, because that configuration lints every TypeScript file as shipped code, tests and tools as well. It installs
 * @n8n/node-cli there, with the 600 packages that it brings; `npm run lint` holds the same rules without it.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const NODE_CLI = '@n8n/node-cli@0.48.3';
const SHIPPED = ['nodes', 'credentials', 'icons', 'package.json', 'tsconfig.json', '.npmrc'];
const CONFIG = `import { config } from '@n8n/node-cli/eslint';\n\nexport default config;\n`;

const copy = mkdtempSync(path.join(tmpdir(), 'n8n-lint-'));
const run = (...command) => execFileSync('npx', command, { cwd: copy, stdio: 'inherit' });
try {
	for (const name of SHIPPED) cpSync(name, path.join(copy, name), { recursive: true });
	writeFileSync(path.join(copy, 'eslint.config.mjs'), CONFIG);
	run('npm', 'install', '--no-save', '--no-audit', '--no-fund', '--omit=dev', NODE_CLI, 'typescript@5.8.3');
	run('n8n-node', 'cloud-support');
	run('n8n-node', 'lint');
} catch {
	process.exitCode = 1;
} finally {
	rmSync(copy, { recursive: true, force: true });
}
