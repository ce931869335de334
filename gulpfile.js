/** Builds what is published into an empty `dist`, so that nothing of a file that is gone gets published: `npm run build`. */
const { spawn } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { dest, parallel, series, src } = require('gulp');

const clean = () => rm('dist', { recursive: true, force: true });

const compile = () =>
	spawn(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
		stdio: 'inherit',
	});

const icons = () => src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));

/** What n8n knows of the nodes besides their descriptions: categories, links, words of the search. */
const codex = () => src('nodes/**/*.node.json').pipe(dest('dist/nodes'));

/** Samples of the outputs, for the editor. */
const schemas = () => src('nodes/**/__schema__/**/*.json').pipe(dest('dist/nodes'));

exports.build = series(clean, parallel(compile, icons, codex, schemas));
exports.default = exports.build;
