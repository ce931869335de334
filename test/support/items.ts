import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';

/** The items' JSON. */
export const jsonOf = (items: INodeExecutionData[]): IDataObject[] => items.map(({ json }) => json);

/** An item that carries files: one as `data`, several as `attachment_0` and so on, as e-mail triggers do. */
export function itemWith(...files: IBinaryData[]): INodeExecutionData {
	const [only] = files;
	if (files.length === 1 && only) return { json: {}, binary: { data: only } };
	return {
		json: {},
		binary: Object.fromEntries(files.map((file, index) => [`attachment_${index}`, file])),
	};
}
