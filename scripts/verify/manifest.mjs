/** What n8n's guidelines ask of `package.json`, and of what a person fills in before the first release. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const URL_OF_REPOSITORY = /^git\+https:\/\/github\.com\/(?<repository>[\w.-]+\/[\w.-]+)\.git$/;

/** Addresses that belong to nobody (RFC 2606). */
const PLACEHOLDER = /(^|[@./])(example\.(com|net|org)|[\w-]+\.(example|invalid|test))\b/;

const FIELDS_WITH_PACKAGES = ['dependencies', 'optionalDependencies', 'bundledDependencies', 'overrides'];

/** Owner and name of the repository that a manifest names; undefined if it names none. */
export const repositoryOf = ({ repository }) =>
	URL_OF_REPOSITORY.exec(repository?.url ?? '')?.groups?.repository;

/** Pages that cannot be those of the service. */
const OF_OTHERS = /^https:\/\/(github\.com|(www\.)?npmjs\.com|([\w-]+\.)?n8n\.io)\//;

/** Whose service this is has to be said where somebody looks for a key. */
const SECTION_OF_SERVICE = /^## Credential\n(?<section>[^]*?)(?=^## )/m;

/** The files whose links a user follows from the screen. */
const sourcesIn = (folder) =>
	['credentials', 'nodes'].flatMap((room) =>
		readdirSync(path.join(folder, room), { recursive: true })
			.filter((name) => /\.(ts|node\.json)$/.test(name))
			.map((name) => path.posix.join(room, ...name.split(path.sep))),
	);

/** What a person fills in beside `package.json`. @returns {string[]} one sentence for each thing that is still missing */
function placeholdersIn(folder, { name }) {
	const read = (file) => readFileSync(path.join(folder, file), 'utf8');
	const [, holder = ''] = /^Copyright \(c\) \d{4} (.+)$/m.exec(read('LICENSE')) ?? [];
	const { section = '' } = SECTION_OF_SERVICE.exec(read('README.md'))?.groups ?? {};
	const links = [...section.matchAll(/\]\((https:\/\/[^)\s]+)/g)].filter(
		([, url]) => !PLACEHOLDER.test(url) && !OF_OTHERS.test(url),
	);
	return [
		...(holder === '' || holder.includes(name) ? ['LICENSE names no holder: set a person or a company'] : []),
		...(links.length === 0
			? ['README does not say whose service this is: in the section Credential, link to its page']
			: []),
		...sourcesIn(folder)
			.filter((file) => read(file).includes(`https://www.npmjs.com/package/${name}`))
			.map((file) => `${file} must link to the repository: npm has no page of this package yet`),
	];
}

/**
 * What nobody but the maintainers can say: whose package and whose service this is.
 *
 * @param {string} folder that of the repository
 * @param {object} manifest its `package.json`
 * @returns {string[]} one sentence each
 */
export function ownerProblems(folder, manifest) {
	const { author, homepage, bugs, name } = manifest;
	const address = repositoryOf(manifest);
	const ofRepository = (url) => address !== undefined && url?.startsWith(`https://github.com/${address}`);
	return [
		...(author?.name &&
		!author.name.includes(name) &&
		author.email?.includes('@') &&
		!PLACEHOLDER.test(author.email)
			? []
			: [
					'package.json names no author that can be reached: set author.name and author.email as the npm account has them',
				]),
		...(address === undefined ? ['package.json names no repository: set repository.url'] : []),
		...(ofRepository(homepage) ? [] : ['homepage must be the page of the repository']),
		...(ofRepository(bugs?.url) ? [] : ['bugs.url must be the issues of the repository']),
		...placeholdersIn(folder, manifest),
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
