import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { INodeCredentials } from 'n8n-workflow';
import type { Credential, WorkflowFile } from './types';

const FOLDER = resolve(__dirname, '..', '..', '..', 'examples', 'workflows');

/** The example workflows' file names. */
export const exampleNames = async (): Promise<string[]> =>
	(await readdir(FOLDER)).filter((name) => name.endsWith('.json')).sort();

/** One example, with the credentials that exist put where it asks for their types. */
export async function readExample(
	fileName: string,
	credentials: Record<string, Credential> = {},
): Promise<WorkflowFile> {
	const workflow = JSON.parse(await readFile(join(FOLDER, fileName), 'utf8')) as WorkflowFile;
	const fill = (asked: INodeCredentials = {}): INodeCredentials =>
		Object.fromEntries(Object.entries(asked).map(([type, one]) => [type, credentials[type] ?? one]));
	return {
		...workflow,
		nodes: workflow.nodes.map((node) =>
			node.credentials ? { ...node, credentials: fill(node.credentials) } : node,
		),
	};
}
