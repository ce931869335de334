/**
 * The rooms of the node, and which of the others each may import from, types included. The node's own files see all of them.
 * CONTRIBUTING draws the same; a test compares the two.
 */
module.exports = {
	shared: [],
	api: ['shared'],
	'nodeError.ts': ['shared', 'api'],
	files: ['shared', 'api'],
	extraction: ['shared', 'api', 'files'],
	pages: ['shared', 'api', 'extraction'],
	parameters: ['shared', 'api', 'files', 'extraction'],
	trigger: ['shared', 'api', 'files', 'extraction', 'parameters', 'nodeError.ts'],
	actions: ['shared', 'api', 'files', 'extraction', 'pages', 'parameters', 'nodeError.ts'],
	methods: ['shared', 'api', 'extraction', 'parameters', 'nodeError.ts'],
};
