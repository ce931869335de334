/**
 * n8n's rules on a description as n8n gets it. In the sources, its lint cannot see the lists that are put together, but its reviewers do.
 * Each exception has its reason.
 */
const { Linter } = require('eslint');
const n8nNodesBase = require('eslint-plugin-n8n-nodes-base');
const tseslint = require('typescript-eslint');

/** What these rules say is right in general, and wrong here. */
const EXCEPTIONS = [
	{
		rule: 'node-param-options-type-unsorted-items',
		property: /^(resource|operation)$/,
		reason: 'The panel of actions keeps this order: Extract Documents, which most people need, comes first',
	},
	{
		rule: 'node-param-operation-option-action-miscased',
		text: 'URLs',
		reason: 'The rule takes an abbreviation for a wrong case',
	},
	{ rule: 'node-param-type-options-max-value-present', reason: "n8n's own configuration turns it off" },
];

const PREFIX = 'n8n-nodes-base/';

const RULES = Object.fromEntries(
	Object.entries(n8nNodesBase.configs.nodes.rules).filter(([name]) =>
		name.startsWith(`${PREFIX}node-param-`),
	),
);

const isException = (rule, property, line) =>
	EXCEPTIONS.some(
		(one) =>
			`${PREFIX}${one.rule}` === rule &&
			(one.property?.test(property) ?? true) &&
			(one.text === undefined || line.includes(one.text)),
	);

function lintOne(property) {
	// The rules know a key only without quotes.
	const written = JSON.stringify([property], null, '\t').replace(/^(\t+)"(\w+)":/gm, '$1$2:');
	const source = `const description = { properties: ${written} };`;
	const messages = new Linter().verify(
		source,
		{
			files: ['**/*.ts'],
			languageOptions: { parser: tseslint.parser },
			plugins: { 'n8n-nodes-base': n8nNodesBase },
			rules: RULES,
		},
		'nodes/Description.node.ts',
	);
	const lines = source.split('\n');
	return messages
		.map(({ ruleId, line, message }) => ({ ruleId, message, written: (lines[line - 1] ?? '').trim() }))
		.filter((found) => !isException(found.ruleId, property.name, found.written))
		.map(({ ruleId, message, written: of }) => `${ruleId}: ${property.displayName}: ${message} ${of}`);
}

/** What n8n's lint says of parameters, one sentence each. */
const lintParameters = (properties) => properties.flatMap(lintOne);

module.exports = { EXCEPTIONS, lintParameters };
