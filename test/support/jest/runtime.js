const asyncHooks = require('node:async_hooks');
const path = require('node:path');
const { Script } = require('node:vm');
const JestRuntime = require('jest-runtime').default;
const tsx = require('tsx/cjs/api');

/**
 * What all test files of a worker share: packages that only compute, whose tables take longer to set up than a test, and the reader of
 * documents, whose thread takes a second to start. None may ask what something is an instance of: a Date of a test is none of the worker's.
 */
const SHARED_PACKAGES = new Set(['ast-types', 'esprima-next', 'fflate', 'recast', 'transliteration']);
const READER = require.resolve('../../../dev/sandbox/documents/reading/DocumentReader.ts');

function sharedModule(from, name) {
	if (SHARED_PACKAGES.has(name)) return require(require.resolve(name, { paths: [path.dirname(from)] }));
	const isReader =
		name.endsWith('/DocumentReader') && path.resolve(path.dirname(from), `${name}.ts`) === READER;
	return isReader ? tsx.require(READER, __filename) : undefined;
}

/**
 * Node.js keeps every storage that has been used, for ever, and asks all of them at each asynchronous step. Those of a test file end with it.
 *
 * @param {Set<asyncHooks.AsyncLocalStorage<unknown>>} made gets those that are made
 */
const asyncHooksFor = (made) => ({
	...asyncHooks,
	AsyncLocalStorage: class extends asyncHooks.AsyncLocalStorage {
		constructor(...options) {
			super(...options);
			made.add(this);
		}
	},
});

const HEAD = '(function (module, exports, require, __dirname, __filename, jest) {';

/** By file, for as long as the worker lives. */
const sources = new Map();
const scripts = new Map();

const isPackage = (filename) => filename.includes('/node_modules/');

/** Packages stay as they are while tests run; the repository's own files are read anew for every test file. */
function sourceOf(filename, read) {
	if (!isPackage(filename)) return read();
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
 * each time takes longer than most tests. But for `sharedModule`, only code is shared, never what it does: every test file runs it in a
 * context of its own.
 */
module.exports = class Runtime extends JestRuntime {
	constructor(config, environment, ...others) {
		super(config, environment, ...others);
		this.storages = new Set();
		this.asyncHooks = asyncHooksFor(this.storages);
		const { executor, jestGlobals, transformCache, _testPath: testPath } = this;

		const transform = transformCache.transform.bind(transformCache);
		transformCache.transform = (filename, options) => sourceOf(filename, () => transform(filename, options));

		const jestObjectFor = jestGlobals.jestObjectFor.bind(jestGlobals);
		// No package asks for it, and to make one takes longer than to load a small module.
		jestGlobals.jestObjectFor = (from) => (isPackage(from) ? undefined : jestObjectFor(from));

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

	requireModuleOrMock(from, name) {
		if (/^(node:)?async_hooks$/.test(name)) return this.asyncHooks;
		return sharedModule(from, name) ?? super.requireModuleOrMock(from, name);
	}

	teardown() {
		for (const storage of this.storages) storage.disable();
		super.teardown();
	}
};
