/** Rules about codex files that are newer than the lint on the registry: `*-codex-*`, `valid-node-categories`, `no-logic-or-flow-nodes`. */

/** The categories of n8n's documentation, without AI and those of n8n's own nodes. */
const CATEGORIES = [
	'Analytics',
	'Communication',
	'Data & Storage',
	'Development',
	'Finance & Accounting',
	'Marketing',
	'Miscellaneous',
	'Productivity',
	'Sales',
	'Utility',
];

const KEYS = ['node', 'nodeVersion', 'codexVersion', 'categories', 'resources', 'alias'];

/**
 * @param {string} file
 * @param {Record<string, any>} codex its contents
 * @returns {string[]} what is wrong with it, one sentence each
 */
export const codexProblems = (file, codex) => [
	...Object.keys(codex)
		.filter((key) => !KEYS.includes(key))
		.map((key) => `${file}: ${key} does not belong there`),
	...codex.categories
		.filter((category) => !CATEGORIES.includes(category))
		.map((category) => `${file}: n8n knows no category "${category}" for community nodes`),
	...codex.alias
		.filter((alias, index) => codex.alias.indexOf(alias) !== index)
		.map((alias) => `${file}: "${alias}" stands there twice`),
];
