import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { filesOf, REPOSITORY, MANIFEST } from '../support/repository';

const NAME = String(MANIFEST.name);

const PAGE_ON_NPM = `https://www.npmjs.com/package/${NAME}`;

const [CREDENTIAL = ''] = filesOf('credentials', '.credentials.ts');

/** Whose links a user follows from the screen. */
const LINKING = [CREDENTIAL, ...filesOf('nodes', '.node.json')];

const RELEASE = { GITHUB_REPOSITORY: 'owner/name', GITHUB_REF_NAME: `v${MANIFEST.version}` };

describe('preparing a release', () => {
	let folder = '';
	beforeEach(() => {
		folder = mkdtempSync(path.join(tmpdir(), 'release-'));
		for (const file of ['package.json', 'README.md', 'LICENSE', ...LINKING])
			cpSync(path.join(REPOSITORY, file), path.join(folder, file));
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	const run = (environment: Record<string, string>, ...args: string[]) => {
		const script = path.join(REPOSITORY, 'scripts/release.mjs');
		const { PATH } = process.env;
		const { status, stderr } = spawnSync(process.execPath, [script, ...args], {
			cwd: folder,
			encoding: 'utf8',
			env: { PATH, ...environment },
		});
		return { status, stderr };
	};
	const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');

	/** What a person fills in before the first release. */
	const OWNED = {
		author: { name: 'A Name', email: 'somebody@a-company.com' },
		homepage: 'https://github.com/owner/name#readme',
		bugs: { url: 'https://github.com/owner/name/issues' },
		repository: { type: 'git', url: 'git+https://github.com/owner/name.git' },
	};
	const SERVICE = '[The service](https://a-company.com/sign-up)';
	const change = (file: string, text: RegExp | string, by: string): void =>
		writeFileSync(path.join(folder, file), read(file).replaceAll(text, by));
	const fillIn = (owned: object = OWNED): void => {
		writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ ...MANIFEST, ...owned }));
		change('LICENSE', /(?<=\(c\) \d{4} ).*/g, 'A Company');
		change('README.md', /(?<=\n## Credential\n)[^]*?(?=\n## )/g, `\n${SERVICE}\n`);
		for (const file of LINKING) change(file, PAGE_ON_NPM, OWNED.homepage);
	};

	it.each<[string, object, Record<string, string>, string]>([
		['without an author', { author: undefined }, RELEASE, 'set author.name'],
		[
			'without an author who can be reached',
			{ author: { ...OWNED.author, email: 'maintainers@example.com' } },
			RELEASE,
			'set author.name',
		],
		['without a repository', { repository: undefined }, RELEASE, 'set repository.url'],
		['with the page of another repository', { homepage: 'https://github.com/a/b' }, RELEASE, 'homepage must'],
		['without a place for issues', { bugs: undefined }, RELEASE, 'bugs.url must'],
		['from another repository', {}, { ...RELEASE, GITHUB_REPOSITORY: 'a/b' }, 'GITHUB_REPOSITORY is a/b.'],
		['for a tag that is not the version', {}, { ...RELEASE, GITHUB_REF_NAME: 'v9.9.9' }, 'It is v9.9.9.'],
		['without a tag', {}, { GITHUB_REPOSITORY: 'owner/name' }, 'It is missing.'],
	])('refuses a release %s, and changes nothing', (_, owned, environment, message) => {
		fillIn({ ...OWNED, ...owned });
		const before = [read('package.json'), read('README.md')];
		const { status, stderr } = run(environment);
		expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(message) as string });
		expect([read('package.json'), read('README.md')]).toEqual(before);
	});

	it.each<[string, string, string | RegExp, string, string]>([
		['whose license has no holder', 'LICENSE', 'A Company', `the ${NAME} maintainers`, 'LICENSE names'],
		['that names no service', 'README.md', SERVICE, '', 'README does not say whose service'],
		[
			'with a made-up service',
			'README.md',
			'a-company.com',
			'example.com',
			'README does not say whose service',
		],
		[
			'whose screen links to a page that is not there',
			CREDENTIAL,
			/(?<=documentationUrl = ').*(?=')/g,
			PAGE_ON_NPM,
			`${CREDENTIAL} must link to the repository`,
		],
	])('refuses a package %s', (_, file, text, by, message) => {
		fillIn();
		expect(run(RELEASE).status).toBe(0);
		change(file, text, by);
		expect(run({}, 'check')).toEqual({ status: 1, stderr: expect.stringContaining(message) as string });
	});

	it('gives README whole URLs, so that its links and pictures work on npm', () => {
		const targets = /\]\(([^)\s]+)|(?:href|src)="([^"]+)/g;
		const isOpen = (link: string): boolean => /^(#|https:\/\/|mailto:)/.test(link);
		const linksIn = (readme: string) => [...readme.matchAll(targets)].map(([, a, b]) => a ?? b ?? '');
		fillIn();
		const relative = linksIn(read('README.md')).filter((link) => !isOpen(link));
		expect(relative).not.toHaveLength(0);
		expect(run(RELEASE)).toEqual({ status: 0, stderr: '' });
		const links = linksIn(read('README.md'));
		expect(links.filter((link) => !isOpen(link))).toEqual([]);
		const base = `https://github.com/owner/name`;
		for (const link of relative)
			expect(links).toContain(
				`${base}/${link.endsWith('.png') || link.endsWith('.gif') ? 'raw' : 'blob'}/v${MANIFEST.version}/${link}`,
			);
	});

	it('keeps npm from publishing what has not been prepared', () => {
		expect(MANIFEST.scripts.prepublishOnly).toBe('node scripts/release.mjs check');
		const refused = (message: string) => ({ status: 1, stderr: expect.stringContaining(message) as string });
		fillIn({ ...OWNED, repository: undefined });
		expect(run({}, 'check')).toEqual(refused('names no repository'));
		fillIn();
		expect(run({}, 'check')).toEqual(refused('links that npm cannot follow'));
		run(RELEASE);
		expect(run({}, 'check')).toEqual({ status: 0, stderr: '' });
	});
});
