/**
 * Makes the package ready for npm. `package.json` gets the repository that the release is built from, and README gets whole URLs,
 * because npm shows it without the files it links to. The repository comes from the environment: what stands here before the release
 * would be a placeholder.
 *
 *   GITHUB_REPOSITORY=owner/name GITHUB_REF_NAME=v0.1.0 node scripts/release.mjs
 *   node scripts/release.mjs check     refuses a package that has not been made ready; npm runs it before it publishes
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const REPOSITORY = /^[\w.-]+\/[\w.-]+$/;

/** The target of a link or a picture, in Markdown or in HTML. */
const TARGET = /(?<before>!?\]\(|(?:href|src)=")(?<target>[^)"\s]+)/g;

/** What GitHub shows itself: everything else is a page. */
const PICTURE = /\.(png|jpe?g|gif|svg|webp)$/i;

/**
 * @param {string} repository owner and name, as GitHub Actions names them
 * @param {string} tag the name of the tag that is released
 * @param {string} version the version in `package.json`
 * @returns {string[]} why this cannot be released
 */
export function releaseProblems(repository, tag, version) {
	return [
		...(REPOSITORY.test(repository ?? '')
			? []
			: ['Set GITHUB_REPOSITORY to owner/name. n8n verifies no package without a repository.']),
		...(tag === `v${version}`
			? []
			: [`The tag must be v${version}, the version in package.json. It is ${tag ?? 'missing'}.`]),
	];
}

/** The manifest with the repository, its issues and its page. */
export const releasedManifest = (manifest, repository) => ({
	...manifest,
	homepage: `https://github.com/${repository}#readme`,
	bugs: { url: `https://github.com/${repository}/issues` },
	repository: { type: 'git', url: `git+https://github.com/${repository}.git` },
});

/** README with whole URLs, of the files as they are at the tag. */
export const releasedReadme = (readme, repository, tag) =>
	readme.replace(TARGET, (link, before, target) => {
		if (/^([a-z]+:|#)/i.test(target)) return link;
		const kind = PICTURE.test(target) ? 'raw' : 'blob';
		return `${before}https://github.com/${repository}/${kind}/${tag}/${target.replace(/^\.\//, '')}`;
	});

function release({ GITHUB_REPOSITORY: repository, GITHUB_REF_NAME: tag }) {
	const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
	const problems = releaseProblems(repository, tag, manifest.version);
	if (problems.length > 0) throw new Error(problems.join('\n'));
	const released = releasedManifest(manifest, repository);
	writeFileSync('package.json', `${JSON.stringify(released, null, 2)}\n`);
	writeFileSync('README.md', releasedReadme(readFileSync('README.md', 'utf8'), repository, tag));
}

function check() {
	const { repository } = JSON.parse(readFileSync('package.json', 'utf8'));
	if (!repository)
		throw new Error('package.json names no repository. Release with .github/workflows/publish.yml.');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	try {
		if (process.argv[2] === 'check') check();
		else release(process.env);
	} catch (error) {
		console.error(error.message);
		process.exitCode = 1;
	}
}
