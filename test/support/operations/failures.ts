import type { INodeExecutionData } from 'n8n-workflow';

/** `[code, paired item]` of the items that stand for failed ones. */
export const failuresOf = (items: INodeExecutionData[]) =>
	items
		.filter(({ json }) => json.error !== undefined)
		.map(({ json, pairedItem }) => [
			(json.error as { code: string }).code,
			(pairedItem as { item: number }).item,
		]);
