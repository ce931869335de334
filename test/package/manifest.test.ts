import { compiled, filesOf, MANIFEST } from '../support/repository';

describe('package.json', () => {
	it('registers every node, compiled', () => {
		const nodes = filesOf('nodes', '.node.ts');
		expect(nodes).not.toHaveLength(0);
		expect([...MANIFEST.n8n.nodes].sort()).toEqual(nodes.map(compiled));
	});

	it('registers every credential, compiled', () => {
		const credentials = filesOf('credentials', '.credentials.ts');
		expect(credentials).not.toHaveLength(0);
		expect([...MANIFEST.n8n.credentials].sort()).toEqual(credentials.map(compiled));
	});

	it('asks for nothing at run time but what n8n brings', () => {
		expect(MANIFEST.peerDependencies).toEqual({ 'n8n-workflow': '*' });
		for (const field of [
			'dependencies',
			'optionalDependencies',
			'bundledDependencies',
			'bundleDependencies',
			'peerDependenciesMeta',
			'overrides',
			'resolutions',
		])
			expect(MANIFEST).not.toHaveProperty(field);
	});

	it('runs nothing of its own when it is installed', () => {
		const lifecycle =
			/^(pre|post)?(install|pack|prepare|publish|uninstall|version)$|^(prepublish|dependencies)$/;
		expect(Object.keys(MANIFEST.scripts).filter((name) => lifecycle.test(name))).toEqual([]);
	});

	it('is found as a community node of the current kind', () => {
		expect(MANIFEST.keywords).toContain('n8n-community-node-package');
		expect(MANIFEST.n8n.n8nNodesApiVersion).toBe(1);
		expect(MANIFEST.license).toBe('MIT');
	});
});
