import type { INodeExecutionData } from 'n8n-workflow';
import { rowItems } from '../../extraction/rowItems';
import { rowPages } from '../../extraction/rows';
import { extractionLocator, readExtractionId } from '../extractionLocator';
import type { Operation, Outputs } from '../operation';
import { perItem } from '../perItem';
import { readScope, scopeOption } from '../../extraction/scopeOption';
import { readNumber } from './numbers';
import { optionsField, readOptions } from './optionsField';
import { readLimit, returnAllFields } from './returnAllFields';
import { separateReviewField } from './rowFields';

const OFFSET = 'Offset';

export const getRows: Operation = {
	name: 'Get Rows',
	value: 'getRows',
	action: 'Get extraction rows',
	description: 'Get the rows of a completed extraction, one item for each row',
	fields: [
		extractionLocator,
		...returnAllFields,
		{
			displayName: 'Output',
			name: 'rowsOutput',
			type: 'options',
			options: [
				{
					name: 'Rows Only',
					value: 'rows',
					description: 'Only the columns, ready for a sheet or a database',
				},
				{
					name: 'Rows with Review Information',
					value: 'rowsWithReview',
					description:
						'Rows that the service is unsure of also get review_message and review_fields, the reason and the columns it is about',
				},
			],
			default: 'rows',
			description: 'What each item holds',
		},
		separateReviewField,
		optionsField(
			{
				displayName: OFFSET,
				name: 'offset',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 0,
				description: 'How many rows to skip',
			},
			scopeOption,
		),
	],
	execute: perItem(async ({ context, api, itemIndex }) => {
		const extractionId = readExtractionId(context, itemIndex);
		const options = readOptions(context, itemIndex);
		const range = {
			offset: readNumber(options.offset ?? 0, { parameter: OFFSET, min: 0 }),
			limit: readLimit(context, itemIndex),
			scope: readScope(options),
		};
		// The number of the node's outputs cannot differ between items.
		const separateReview = context.getNodeParameter('separateReview', 0, false) === true;
		const withReview =
			separateReview || context.getNodeParameter('rowsOutput', itemIndex, 'rows') === 'rowsWithReview';
		const sources = { itemsOf: () => [itemIndex] };
		const outputs: Outputs = { main: [], ...(separateReview ? { review: [] } : {}) };
		for await (const page of rowPages(api, extractionId, range)) {
			const { main, review } = rowItems(page, sources, { separateReview, withReview });
			for (const item of main) outputs.main.push(item as INodeExecutionData);
			for (const item of review) outputs.review?.push(item as INodeExecutionData);
		}
		return outputs;
	}),
};
