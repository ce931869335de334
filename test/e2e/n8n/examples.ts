import { readdir, readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { INode, INodeCredentials } from 'n8n-workflow';
import type { Credential, WorkflowFile } from './types';

const FOLDER = resolve(__dirname, '..', '..', '..', 'examples', 'workflows');

/** The example workflows' paths in their folder. */
export const exampleNames = async (): Promise<string[]> =>
	(await readdir(FOLDER, { recursive: true })).filter((name) => name.endsWith('.json')).sort();

/** One example by the name of its file, with the credentials that exist put where it asks for their types. */
export async function readExample(
	fileName: string,
	credentials: Record<string, Credential> = {},
): Promise<WorkflowFile> {
	const path = (await exampleNames()).find((name) => basename(name) === basename(fileName));
	if (!path) throw new Error(`There is no example ${fileName}`);
	const workflow = JSON.parse(await readFile(join(FOLDER, path), 'utf8')) as WorkflowFile;
	const fill = (asked: INodeCredentials = {}): INodeCredentials =>
		Object.fromEntries(Object.entries(asked).map(([type, one]) => [type, credentials[type] ?? one]));
	return {
		...workflow,
		nodes: workflow.nodes.map((node) =>
			node.credentials ? { ...node, credentials: fill(node.credentials) } : node,
		),
	};
}

/** Where n8n shows the form of a published workflow. */
export function formAddress(host: string, { nodes }: { nodes: INode[] }): string {
	const { parameters } = nodes.find(({ type }) => type === 'n8n-nodes-base.formTrigger')!;
	return `${host}/form/${(parameters.options as { path: string }).path}`;
}
