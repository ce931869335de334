import { Linter, type ESLint } from 'eslint';
import type { INodeProperties } from 'n8n-workflow';
import tseslint from 'typescript-eslint';

/** It brings no types. */
const n8nNodesBase = jest.requireActual<
	ESLint.Plugin & { configs: { nodes: { rules: Linter.RulesRecord } } }
>('eslint-plugin-n8n-nodes-base');

/**
 * The rules of n8n's lint about parameters, without three. The main thing is first in every list, such as Extract Documents, and
 * the rule about actions takes "URLs" for a miscased word.
 */
const RULES = Object.fromEntries(
	Object.entries(n8nNodesBase.configs.nodes.rules).filter(
		([name]) =>
			name.includes('/node-param-') && !/-unsorted-items$|-max-value-present$|-action-miscased$/.test(name),
	),
);

/** What n8n's lint says of parameters as n8n gets them. In the source it cannot see those that are put together. */
export function lintParameters(properties: INodeProperties[]): string[] {
	// The rules know a key only without quotes.
	const written = JSON.stringify(properties, null, '\t').replace(/^(\t+)"(\w+)":/gm, '$1$2:');
	const source = `const description = { properties: ${written} };`;
	const messages = new Linter().verify(
		source,
		{
			files: ['**/*.ts'],
			languageOptions: { parser: tseslint.parser as Linter.Parser },
			plugins: { 'n8n-nodes-base': n8nNodesBase },
			rules: RULES,
		},
		'nodes/Description.node.ts',
	);
	const lines = source.split('\n');
	return messages.map(({ ruleId, line, message }) => `${ruleId}: ${message} ${lines[line - 1]!.trim()}`);
}
