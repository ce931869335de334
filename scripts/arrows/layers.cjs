const ROOMS = require('./rooms.cjs');

const NODE = '^nodes/DocumentDataExtraction/';

const pathOf = (room) => `${NODE}${room.replace('.', '\\.')}(/|$)`;

const arrows = Object.entries(ROOMS).map(([room, below]) => ({
	name: `${room}-imports-only-from-below`,
	comment: `${room} may import from ${below.join(', ') || 'no other room'}`,
	severity: 'error',
	from: { path: pathOf(room) },
	to: { path: NODE, pathNot: [room, ...below].map(pathOf) },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
	forbidden: [
		...arrows,
		{
			name: 'every-file-has-a-room',
			comment: 'A new folder of the node needs its place among the rooms',
			severity: 'error',
			from: {},
			to: { path: NODE, pathNot: [...Object.keys(ROOMS).map(pathOf), `${NODE}[^/]+\\.ts$`] },
		},
		{
			name: 'folders-go-one-way',
			comment:
				'Of two folders, at most one imports from the other: what a folder needs is known by reading those below it',
			severity: 'error',
			scope: 'folder',
			from: { path: NODE },
			to: { circular: true },
		},
		{
			name: 'a-room-bears-its-folders',
			comment:
				'The files that lie in a room itself serve its folders; of them, only the list of the operations imports one',
			severity: 'error',
			from: { path: `${NODE}(.+)/[^/]+$`, pathNot: '/index[.]ts$' },
			to: { path: `${NODE}$1/[^/]+/` },
		},
		{
			name: 'nothing-lies-unused',
			comment: 'What no node leads to would be published for nothing',
			severity: 'error',
			from: { path: `${NODE}[^/]+\\.node\\.ts$` },
			to: { path: NODE, pathNot: '\\.node\\.ts$', reachable: false },
		},
		{
			name: 'no-cycles',
			severity: 'error',
			from: {},
			to: { circular: true },
		},
		{
			name: 'shipped-code-stands-alone',
			comment:
				'n8n provides n8n-workflow and zod; nothing else is there at run time, and nothing of the repository is shipped',
			severity: 'error',
			from: { path: '^(nodes|credentials)/' },
			to: { pathNot: ['^nodes/', '(^|/)node_modules/(n8n-workflow|zod)/', '^crypto$', '^stream$'] },
		},
		{
			name: 'types-only-of-streams',
			severity: 'error',
			from: { path: '^(nodes|credentials)/' },
			to: { path: '^stream$', preCompilationOnly: false },
		},
		{
			name: 'credentials-stand-alone',
			comment: 'They share with the nodes how a pasted key is read, and nothing else',
			severity: 'error',
			from: { path: '^credentials/' },
			to: { pathNot: '(^|/)node_modules/n8n-workflow/|^nodes/DocumentDataExtraction/api/pasted[.]ts$' },
		},
		{
			name: 'sandbox-stands-alone',
			comment: 'It shows what the contract says, not what the node takes the contract to say',
			severity: 'error',
			from: { path: '^dev/sandbox/' },
			to: { path: '^(nodes|credentials|test)/|^dev/(engine|demo|bench)/' },
		},
		{
			name: 'engine-knows-no-node',
			comment: 'It runs whatever nodes it is given, the compiled ones too',
			severity: 'error',
			from: { path: '^dev/engine/' },
			to: { path: '^(nodes|credentials|test)/|^dev/(sandbox|demo|bench)/' },
		},
	],
	options: {
		tsConfig: { fileName: 'tsconfig.json' },
		// Types count: what a room need not know it need not name.
		tsPreCompilationDeps: 'specify',
		doNotFollow: { path: 'node_modules' },
	},
};
