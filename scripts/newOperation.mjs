/**
 * Writes the skeleton of an operation: `npm run new-operation credit getUsage`. The tests name what is left to do.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

const ACTIONS = 'nodes/DocumentDataExtraction/actions';

const words = (value) => value.replace(/([A-Z])/g, ' $1').toLowerCase();
const title = (value) => words(value).replace(/\b\w/g, (letter) => letter.toUpperCase());

async function write(path, text) {
	writeFileSync(path, await format(text, { ...(await resolveConfig(path)), filepath: path }));
	console.log(path);
}

/** Puts a text into a file, behind the last line that a pattern fits, or the pattern after it if it fits none. */
async function insert(path, [pattern, ...others], text, then = (all) => all) {
	const lines = readFileSync(path, 'utf8').split('\n');
	const line = lines.findLastIndex((each) => pattern.test(each));
	if (line < 0 && others.length > 0) return await insert(path, others, text, then);
	await write(path, then(lines.toSpliced(line + 1, 0, text).join('\n')));
}

const [resource = '', operation = ''] = process.argv.slice(2);
const folder = join(ACTIONS, resource);
const index = join(folder, 'index.ts');
if (!/^[a-z]\w+$/.test(operation) || !existsSync(index)) {
	const resources = readdirSync(ACTIONS).filter((name) => existsSync(join(ACTIONS, name, 'index.ts')));
	console.error(`Usage: npm run new-operation <resource> <operation>. Resources: ${resources.join(', ')}`);
	process.exit(1);
}
const file = join(folder, `${operation}.ts`);
if (existsSync(file)) {
	console.error(`${file} is there already`);
	process.exit(1);
}
const heading = `${title(resource)}: ${title(operation)}`;
const [verb, ...nouns] = words(operation).split(' ');
const action = [verb, words(resource), ...nouns].join(' ');
/** Almost all operations of these resources are about one extraction, which a parameter names. */
const isOnExtraction = ['answer', 'extraction'].includes(resource);

const IMPORTS = isOnExtraction
	? `import { getExtractionStatus } from '../../api/endpoints/extractions';
import { extractionId, scope } from '../../parameters/ids/extraction';
import { itemOperation, type Operation } from '../operation';`
	: `import { perItem, type Operation } from '../operation';`;
const WORK = isOnExtraction
	? `// Returns the fields of one item, or several whole items.
	...itemOperation({ extractionId }, { scope }, async (given, { api }) => {
		const status = await getExtractionStatus(api, given.extractionId, { scope: given.scope });
		return { extraction_id: status.extraction_id };
	}),`
	: `properties: [],
	// Takes { api, context, itemIndex } of each item, and returns the fields of one item, or several whole items.
	execute: perItem(async () => ({})),`;

await write(
	file,
	`${IMPORTS}

export const ${operation}: Operation = {
	name: '${title(operation)}',
	value: '${operation}',
	action: '${action[0].toUpperCase()}${action.slice(1)}',
	description: 'Say what it does, in one sentence without a full stop',
	${WORK}
};
`,
);
await insert(index, [/^import /], `import { ${operation} } from './${operation}';`, (text) =>
	text.replace(/(operations: \[[^\]]*?),?\s*\]/, `$1, ${operation}]`),
);
const EXTRACTION = `By ID: \`{{ $json.extraction_id }}\``;
const TEST = isOnExtraction
	? `import { byId, startOperation } from '../../support/fixtures/operationFixture';
import { COMMON_RULES } from '../../support/operations/commonRules';

describe('${heading}', () => {
	const operation = startOperation('${operation}', '${resource}');
	describe('as an operation on one extraction', () => {
		it.each(COMMON_RULES)('%s', async (_rule, holds) => await holds(operation));
	});

	it('says what it does', async () => {
		const { extraction_id } = operation.control.createExtraction({ status: 'completed' });
		const run = await operation.run({ extractionId: byId(extraction_id) });
`
	: `import { startOperation } from '../../support/fixtures/operationFixture';

describe('${heading}', () => {
	const operation = startOperation('${operation}', '${resource}');

	it('says what it does', async () => {
		const run = await operation.run({});
`;
await write(
	`test/operations/${resource}/${operation}.test.ts`,
	`${TEST}		expect(run.error).toBeUndefined();
		expect(run.items.map(({ json }) => json)).toEqual([{ a_field: 'a value' }]);
	});
});
`,
);
const table = isOnExtraction
	? `| Parameter | Value |\n| --- | --- |\n| Extraction | ${EXTRACTION} |\n\n`
	: '';
const section = `### ${heading}\n\nSay what it does, and what it costs.\n\n${table}\`\`\`json\n{ "a_field": "a value" }\n\`\`\`\n`;
// At the end of the chapter that has the other sections of the resource.
const page = readFileSync('docs/operations.md', 'utf8').split(/^(?=#{1,3} )/m);
const last = page.findLastIndex((part) => part.startsWith(`### ${title(resource)}:`));
await write(
	'docs/operations.md',
	page.toSpliced(last < 0 ? page.length : last + 1, 0, `\n${section}\n`).join(''),
);
const anchor = heading.toLowerCase().replace(/:/g, '').replace(/ /g, '-');
const ROW = /^\|.*\]\(docs\/operations\.md#/;
await insert(
	'README.md',
	[new RegExp(`^\\| \\[${title(resource)}: .*`), ROW],
	`| [${heading}](docs/operations.md#${anchor}) | Say what it does |`,
);
// What comes into the example.
if (isOnExtraction)
	await insert(
		'test/support/documentation/inputs.ts',
		[new RegExp(`^\\t'${title(resource)}: .*,$`)],
		`\t'${heading}': extractionThat({ status: 'completed' }),`,
	);
