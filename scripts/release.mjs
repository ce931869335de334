/**
 * Makes the package ready for npm: README gets whole URLs, because npm shows it without the files it links to. `package.json` must name its
 * author and its repository already, in the commit that is released: n8n's reviewers read that commit.
 *
 *   GITHUB_REPOSITORY=owner/name GITHUB_REF_NAME=v0.1.0 node scripts/release.mjs
 *   node scripts/release.mjs check     refuses a package that has not been made ready; npm runs it before it publishes
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ownerProblems, repositoryOf } from './verify/manifest.mjs';

/** The target of a link or a picture, in Markdown or in HTML. */
const TARGET = /(?<before>!?\]\(|(?:href|src)=")(?<target>[^)"\s]+)/g;

/** What GitHub shows itself: everything else is a page. */
const PICTURE = /\.(png|jpe?g|gif|svg|webp)$/i;

/** A target that works without the files beside README. */
const WHOLE = /^([a-z]+:|#)/i;

/**
 * @param {object} manifest `package.json`
 * @param {string} repository owner and name, as GitHub Actions names them
 * @param {string} tag the name of the tag that is released
 * @returns {string[]} why this cannot be released
 */
export function releaseProblems(manifest, repository, tag) {
	const { version } = manifest;
	return [
		...ownerProblems('.', manifest),
		...(repositoryOf(manifest) === repository
			? []
			: [
					`package.json must name the repository that it is released from. GITHUB_REPOSITORY is ${repository ?? 'missing'}.`,
				]),
		...(tag === `v${version}`
			? []
			: [`The tag must be v${version}, the version in package.json. It is ${tag ?? 'missing'}.`]),
	];
}

/** README with whole URLs, of the files as they are at the tag. */
export const releasedReadme = (readme, repository, tag) =>
	readme.replace(TARGET, (link, before, target) => {
		if (WHOLE.test(target)) return link;
		const kind = PICTURE.test(target) ? 'raw' : 'blob';
		return `${before}https://github.com/${repository}/${kind}/${tag}/${target.replace(/^\.\//, '')}`;
	});

/** @throws if there are problems: all of them, and where it says what to do */
function refuse(problems) {
	if (problems.length > 0)
		throw new Error([...problems, 'See "Before the first release" in docs/maintaining.md.'].join('\n'));
}

const readManifest = () => JSON.parse(readFileSync('package.json', 'utf8'));
const readReadme = () => readFileSync('README.md', 'utf8');

function release({ GITHUB_REPOSITORY: repository, GITHUB_REF_NAME: tag }) {
	refuse(releaseProblems(readManifest(), repository, tag));
	writeFileSync('README.md', releasedReadme(readReadme(), repository, tag));
}

function check() {
	const isReady = [...readReadme().matchAll(TARGET)].every(({ groups }) => WHOLE.test(groups.target));
	refuse([
		...ownerProblems('.', readManifest()),
		...(isReady
			? []
			: ['README has links that npm cannot follow. Release with .github/workflows/publish.yml.']),
	]);
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
