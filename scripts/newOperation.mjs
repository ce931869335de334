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
async function insert(path, [pattern, ...others], text) {
	const lines = readFileSync(path, 'utf8').split('\n');
	const line = lines.findLastIndex((each) => pattern.test(each));
	if (line < 0 && others.length > 0) return await insert(path, others, text);
	await write(path, lines.toSpliced(line + 1, 0, text).join('\n'));
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

await write(
	file,
	`import { perItem, type Operation } from '../operation';

export const ${operation}: Operation = {
	name: '${title(operation)}',
	value: '${operation}',
	action: '${action[0].toUpperCase()}${action.slice(1)}',
	description: 'Say what it does, in one sentence without a full stop',
	properties: [],
	// Takes { api, context, itemIndex } of each item.
	execute: perItem(async () => ({})),
};
`,
);
await write(
	index,
	`import { ${operation} } from './${operation}';\n` +
		readFileSync(index, 'utf8').replace(/(operations: \[[^\]]*?),?\s*\]/, `$1, ${operation}]`),
);
await write(
	`test/operations/${resource}/${operation}.test.ts`,
	`import { startOperation } from '../../support/fixtures/operationFixture';

describe('${heading}', () => {
	const operation = startOperation('${operation}', '${resource}');

	it('says what it does', async () => {
		const run = await operation.run({});
		expect(run.error).toBeUndefined();
		expect(run.items.map(({ json }) => json)).toEqual([{ a_field: 'a value' }]);
	});
});
`,
);
const section = `### ${heading}\n\nSay what it does, and what it costs.\n\n\`\`\`json\n{ "a_field": "a value" }\n\`\`\`\n`;
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
