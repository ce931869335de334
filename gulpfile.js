const { spawn } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { dest, parallel, series, src } = require('gulp');

const icons = () => src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
const codex = () => src(['nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json']).pipe(dest('dist/nodes'));

/** So that nothing of a file that is gone gets published. */
exports.clean = async () => await rm('dist', { recursive: true, force: true });
exports.default = parallel(icons, codex);

const script = (name) =>
	Object.assign(() => spawn(`npm run --silent ${name}`, { stdio: 'inherit', shell: true }), {
		displayName: name,
	});

/** All that `npm test` does before the tests. */
exports.check = parallel(
	script('code'),
	series(...['build', 'scan'].map(script)),
	series(...['arrows', 'format', 'n8n:types'].map(script)),
);
