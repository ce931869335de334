import { fileURLToPath } from 'node:url';
import eslint from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { defineConfig, globalIgnores } from 'eslint/config';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** What is published; everything else in the repository is for those who develop it. */
const SHIPPED = ['nodes/**/*.ts', 'credentials/**/*.ts'];

/**
 * The rules of this house, for `npm run lint`. The `eslint.config.mjs` of the root is n8n's own, as it is: verification asks for it. This
 * one has the same rules for what is published, put together from their parts, because @n8n/node-cli brings far more than the lint.
 */
export default defineConfig(
	globalIgnores(['dist/', 'out/', 'coverage/', '.build/']),
	{ linterOptions: { reportUnusedDisableDirectives: 'error' } },
	{
		files: ['**/*.{ts,js,mjs}'],
		extends: [eslint.configs.recommended, tseslint.configs.recommended],
	},
	{
		files: ['**/*.ts'],
		languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: ROOT } },
		rules: {
			'@typescript-eslint/await-thenable': 'error',
			'@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/no-misused-promises': 'error',
			'@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
		},
	},
	{
		// The trigger's model of the service is an independent witness of the contract.
		files: ['test/trigger/model/service/**'],
		rules: {
			'no-restricted-imports': [
				'error',
				{ patterns: ['**/sandbox/**', '**/sandbox', '**/nodes/**', '**/credentials/**'] },
			],
		},
	},
	{
		files: ['**/*.{js,mjs}'],
		languageOptions: { globals: globals.node },
	},
	{
		files: ['**/*.js'],
		languageOptions: { sourceType: 'commonjs' },
		rules: { '@typescript-eslint/no-require-imports': 'off' },
	},
	{
		files: [...SHIPPED, 'package.json'],
		extends: [n8nCommunityNodesPlugin.configs.recommended],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: { 'no-console': 'error' },
	},
	{
		files: ['package.json'],
		// The rules about the package walk the syntax tree of a TypeScript object.
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
		rules: { ...n8nNodesBase.configs.community.rules },
	},
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
);
