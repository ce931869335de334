import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Run } from '../../dev/engine';

/** The items' JSON. */
export const jsonOf = (items: INodeExecutionData[]): IDataObject[] => items.map(({ json }) => json);

/** What the node tells the user on itself. */
export const hintsOf = (run: Run): string[] => run.hints('Node').map(({ message }) => message);

/** An item for each JSON, which may hold files: n8n's type does not know that a workflow may keep them there. */
export const itemsOf = (...jsons: object[]): INodeExecutionData[] =>
	jsons.map((json) => ({ json: json as IDataObject }));

/** An item that carries files: one as `data`, several as `attachment_0` and so on, as e-mail triggers do. */
export function itemWith(...files: IBinaryData[]): INodeExecutionData {
	const [only] = files;
	if (files.length === 1 && only) return { json: {}, binary: { data: only } };
	return {
		json: {},
		binary: Object.fromEntries(files.map((file, index) => [`attachment_${index}`, file])),
	};
}
