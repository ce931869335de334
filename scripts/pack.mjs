import { execFileSync } from 'node:child_process';
import path from 'node:path';

/**
 * Packs the built package as it would be published.
 *
 * @param {string} repository
 * @param {string} folder where the tarball goes
 * @returns {{ tarball: string, files: string[] }} its path, and the paths of the files in it
 */
export function pack(repository, folder) {
	const answer = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
		cwd: repository,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'inherit'],
		shell: process.platform === 'win32',
	});
	const [{ filename, files }] = JSON.parse(answer);
	return { tarball: path.join(folder, filename), files: files.map((file) => file.path) };
}
