const { Script } = require('node:vm');
const JestRuntime = require('jest-runtime').default;
const tsx = require('tsx/cjs/api');

/** Holds the reader of documents of all sandboxes. Its threads take a second to start and more to become fast, so that all test files of a worker share it. */
const READER = require.resolve('../../../sandbox/documents/reading/DocumentReader.ts');
/** What such a file is in a test: the module that the worker has loaded, given to each test file as a global. */
const SHARED = 'sharedDocumentReader';
const SHARED_SOURCE = `module.exports = ${SHARED};`;
const reader = tsx.require(READER, __filename);

const HEAD = '(function (module, exports, require, __dirname, __filename, jest) {';

/** By file, for as long as the worker lives. */
const sources = new Map();
const scripts = new Map();

/** Packages stay as they are while tests run; the repository's own files are read anew for every test file. */
function sourceOf(filename, read) {
	if (!filename.includes('/node_modules/')) return read();
	if (!sources.has(filename)) sources.set(filename, read());
	return sources.get(filename);
}

function scriptOf(filename, source) {
	const known = scripts.get(filename);
	if (known?.source === source) return known.script;
	const script = new Script(`${HEAD}${source}\n})`, { filename, columnOffset: -HEAD.length });
	scripts.set(filename, { source, script });
	return script;
}

/**
 * Jest's run time, but a file is compiled once per worker. Every test file loads n8n's engine anew, 1,500 files; compiling them
 * each time takes longer than most tests. Only code is shared, never what it does: every test file runs it in a context of its own.
 */
module.exports = class Runtime extends JestRuntime {
	constructor(config, environment, ...others) {
		super(config, environment, ...others);
		environment.global[SHARED] = reader;
		const { executor, transformCache, _testPath: testPath } = this;

		const transform = transformCache.transform.bind(transformCache);
		transformCache.transform = (filename, options) =>
			filename === READER ? SHARED_SOURCE : sourceOf(filename, () => transform(filename, options));

		const compile = executor.compile.bind(executor);
		executor.compile = (source, filename) => {
			const context = environment.getVmContext();
			if (context === null || filename === testPath) return compile(source, filename);
			let script;
			try {
				script = scriptOf(filename, source);
			} catch {
				// Jest explains what does not compile.
				return compile(source, filename);
			}
			return script.runInContext(context);
		};
	}
};
