import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { run } from '../support/run';

const ROOT = resolve(__dirname, '..', '..', '..');

export const PACKAGE_NAME = 'n8n-nodes-document-data-extraction';

/** Builds the package and packs it as for publication. Returns the tarball's path, in `folder`. */
export async function packPackage(folder: string): Promise<string> {
	await run('npm', ['run', 'build'], { cwd: ROOT });
	const printed = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: ROOT });
	const [{ filename }] = JSON.parse(printed) as [{ filename: string }];
	return join(folder, filename);
}

/** The package as the hosts get it. */
export interface Packed {
	tarball: string;
	/** The community folder that it has been installed into already, to be copied. An installation takes npm ten seconds. */
	installed?: string;
}

/** Puts the package into the community folder of a user: a copy where it has been installed already. */
export async function givePackage({ tarball, installed }: Packed, userFolder: string): Promise<void> {
	const nodes = join(userFolder, '.n8n', 'nodes');
	await mkdir(nodes, { recursive: true });
	if (installed) await cp(installed, nodes, { recursive: true });
	else await installPackage(tarball, nodes);
}

/** Installs a tarball as n8n does from its "Community nodes" page: into a folder of the user's own, without scripts. */
export async function installPackage(tarball: string, nodes: string): Promise<void> {
	await mkdir(nodes, { recursive: true });
	await writeFile(
		join(nodes, 'package.json'),
		JSON.stringify({ name: 'installed-nodes', private: true, dependencies: {} }),
	);
	const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
	await run('npm', ['install', '--ignore-scripts', '--omit=dev', '--omit=peer', ...quiet, tarball], {
		cwd: nodes,
	});
}
