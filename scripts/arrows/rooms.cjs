/**
 * The rooms of the node, and which of the others each may import from, types included. The node's own files see all of them, and no room sees these.
 * CONTRIBUTING draws the same; a test compares the two.
 */
module.exports = {
	shared: [],
	api: ['shared'],
	files: ['shared', 'api'],
	extraction: ['shared', 'api', 'files'],
	pages: ['shared', 'api', 'extraction'],
	parameters: ['shared', 'api', 'files', 'extraction'],
	trigger: ['shared', 'api', 'files', 'extraction', 'parameters'],
	actions: ['shared', 'api', 'files', 'extraction', 'pages', 'parameters'],
	methods: ['shared', 'api', 'extraction', 'parameters'],
};
