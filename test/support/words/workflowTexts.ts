import type { IDataObject, INode } from 'n8n-workflow';
import { markdownTexts, readPage } from './markdown';

/** Code and SQL: nobody reads them as prose. */
const CODE = ['jsCode', 'pythonCode', 'query', 'functionCode'];

/** The strings within a value, without the expressions in them. */
function stringsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value.replace(/\{\{.*?\}\}/gs, '…')];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) => (CODE.includes(key) ? [] : stringsIn(inner)));
}

/** What somebody reads in a workflow: its name, its sticky notes, the names of its nodes and the texts they show or send. */
export function workflowTexts(file: string): string[] {
	const { name, nodes } = JSON.parse(readPage(file)) as { name: string; nodes: INode[] };
	return [
		name,
		...nodes.flatMap((node) => {
			const { content, ...parameters } = node.parameters as IDataObject;
			return [
				node.name,
				node.notes ?? '',
				...stringsIn(parameters),
				...(typeof content === 'string' ? markdownTexts(content) : []),
			];
		}),
	];
}
