import type { INodeProperties } from 'n8n-workflow';
import { inputFileProperties } from '../../../parameters/files/inputFiles';
import { promptProperties } from '../../../parameters/prompt';
import { extractDocumentsOptions } from './options';
import { outputProperties } from './outputSettings';

export const extractDocumentsProperties: INodeProperties[] = [
	...inputFileProperties,
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
	...promptProperties,
	...outputProperties,
	extractDocumentsOptions,
];
