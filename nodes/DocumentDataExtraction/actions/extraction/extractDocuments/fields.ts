import type { INodeProperties } from 'n8n-workflow';
import { inputFileFields } from '../../inputFileFields';
import { promptFields } from '../promptFields';
import { extractDocumentsOptions } from './options';
import { outputFields } from './outputChoice';

export const extractDocumentsFields: INodeProperties[] = [
	...inputFileFields,
	{
		displayName: 'Create',
		name: 'create',
		type: 'options',
		options: [
			{
				name: 'One Extraction for All Items',
				value: 'forAllItems',
				description: 'All files together; the parameters are taken from the first item',
			},
			{
				name: 'One Extraction per Item',
				value: 'perItem',
				description: 'The files of each item on their own',
			},
		],
		default: 'forAllItems',
		description:
			'How files become extractions. Every row is linked to the item its file came from either way.',
	},
	...promptFields,
	...outputFields,
	extractDocumentsOptions,
];
