const { rm } = require('node:fs/promises');
const { dest, parallel, src } = require('gulp');

const icons = () => src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
const codex = () => src(['nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json']).pipe(dest('dist/nodes'));

/** So that nothing of a file that is gone gets published. */
exports.clean = async () => await rm('dist', { recursive: true, force: true });
exports.default = parallel(icons, codex);
