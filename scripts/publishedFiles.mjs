const REQUIRED = ['LICENSE', 'README.md', 'index.js', 'package.json'];

/** Compiled code, what describes the nodes, and icons. Declarations (`.d.ts`) fail the scanner's rules about file names. */
const BUILT = [
	/^dist\/(credentials|nodes)\/.+\.js$/,
	/^dist\/nodes\/.+\.node\.json$/,
	/^dist\/nodes\/.+\/__schema__\/.+\.json$/,
	/^dist\/icons\/[^/]+\.svg$/,
];

const NODE_CODE = /^dist\/nodes\/.+\.node\.js$/;

/**
 * What is wrong with the contents of the package, one sentence each.
 *
 * @param {string[]} files the paths in the tarball
 * @param {string[]} icons the file names of the icons in the repository
 * @returns {string[]}
 */
export function contentProblems(files, icons) {
	const expected = [
		...REQUIRED,
		...icons.map((icon) => `dist/icons/${icon}`),
		...files.filter((file) => NODE_CODE.test(file)).map((file) => file.replace(/\.js$/, '.json')),
	];
	const strangers = files.filter(
		(file) => !REQUIRED.includes(file) && !BUILT.some((pattern) => pattern.test(file)),
	);
	return [
		...expected.filter((file) => !files.includes(file)).map((file) => `${file} is missing`),
		...strangers.map((file) => `${file} does not belong into the package`),
	];
}
