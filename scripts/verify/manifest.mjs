/** What n8n's guidelines ask of `package.json`. */

const URL_OF_REPOSITORY = /^git\+https:\/\/github\.com\/(?<repository>[\w.-]+\/[\w.-]+)\.git$/;

/** Addresses that belong to nobody (RFC 2606). */
const PLACEHOLDER = /(^|[@./])(example\.(com|net|org)|[\w-]+\.(example|invalid|test))\b/;

const FIELDS_WITH_PACKAGES = ['dependencies', 'optionalDependencies', 'bundledDependencies', 'overrides'];

/** Owner and name of the repository that a manifest names; undefined if it names none. */
export const repositoryOf = ({ repository }) =>
	URL_OF_REPOSITORY.exec(repository?.url ?? '')?.groups?.repository;

/** What nobody but the maintainers can say: whose package this is. @returns {string[]} one sentence each */
export function ownerProblems(manifest) {
	const { author, homepage, bugs } = manifest;
	const address = repositoryOf(manifest);
	const ofRepository = (url) => address !== undefined && url?.startsWith(`https://github.com/${address}`);
	return [
		...(author?.name && author.email?.includes('@') && !PLACEHOLDER.test(author.email)
			? []
			: [
					'package.json names no author that can be reached: set author.name and author.email as the npm account has them',
				]),
		...(address === undefined ? ['package.json names no repository: set repository.url'] : []),
		...(ofRepository(homepage) ? [] : ['homepage must be the page of the repository']),
		...(ofRepository(bugs?.url) ? [] : ['bugs.url must be the issues of the repository']),
	];
}

/** What is wrong with the rest. @returns {string[]} one sentence each */
export const manifestProblems = (manifest) => [
	...FIELDS_WITH_PACKAGES.filter((field) => field in manifest).map(
		(field) => `package.json must not have ${field}`,
	),
	...(JSON.stringify(manifest.peerDependencies) === '{"n8n-workflow":"*"}'
		? []
		: ['peerDependencies must be n8n-workflow "*" alone']),
	...(manifest.license === 'MIT' ? [] : ['license must be MIT']),
	...(manifest.n8n?.strict === true ? [] : ['n8n.strict must be true']),
	...(manifest.repository?.directory === undefined ? [] : ['no-monorepo: repository.directory must go']),
];
