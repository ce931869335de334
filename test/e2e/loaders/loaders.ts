import { readFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { installOnce, type Installed } from '../hosts/install';
import { PACKAGE_NAME } from '../hosts/package';
import { run } from '../support/run';
import type { LoadedPackage } from './describe';

const ROOT = resolve(__dirname, '..', '..', '..');
const PREFIX = 'n8n-core-';

/** The versions of n8n whose loader there is: a few of each quarter since the line before n8n 2, oldest first. */
export async function loaderVersions(): Promise<string[]> {
	const text = await readFile(join(__dirname, 'package.json'), 'utf8');
	const { dependencies } = JSON.parse(text) as { dependencies: Record<string, string> };
	return Object.keys(dependencies)
		.filter((name) => name.startsWith(PREFIX))
		.map((name) => name.slice(PREFIX.length));
}

export const installedLoaders = async (): Promise<Installed> =>
	await installOnce("n8n's loaders", 'loaders', __dirname);

/** What the loader of a version of n8n makes of the package, which has been installed into this folder. */
export async function loadedBy(version: string, installed: string): Promise<LoadedPackage> {
	const { folder, node } = await installedLoaders();
	const modules = join(folder, 'node_modules');
	const core = join(modules, `${PREFIX}${version}`);
	const script = join(__dirname, 'describe.ts');
	const packageFolder = join(installed, 'node_modules', PACKAGE_NAME);
	const printed = await run(node, ['--import', 'tsx', script, core, packageFolder], {
		cwd: ROOT,
		// n8n tells a package in this way where its own n8n-workflow is.
		env: { ...process.env, NODE_PATH: [join(core, 'node_modules'), modules].join(delimiter) },
	});
	return JSON.parse(printed) as LoadedPackage;
}
