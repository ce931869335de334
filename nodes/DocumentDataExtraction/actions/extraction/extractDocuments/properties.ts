import type { INodeProperties } from 'n8n-workflow';
import { inputFileProperties } from '../../../parameters/files/inputFiles';
import { notInTool } from '../../../parameters/inTool';
import { unsupportedFilesProperty } from '../../../parameters/files/unsupportedFiles';
import { promptProperties } from '../../../parameters/prompt';
import { extractDocumentsOptions } from './options';
import { outputProperties } from './outputSettings';
import { preventDuplicatesProperties } from './preventDuplicates';

export const groupFilesProperty: INodeProperties = {
	displayName: 'Group Files',
	name: 'create',
	type: 'options',
	options: [
		{
			name: 'All Items Together',
			value: 'forAllItems',
			description: 'One extraction for all files, with the parameters of the first item',
		},
		{
			name: 'Each Item Separately',
			value: 'perItem',
			description: 'One extraction for the files of each item, with its own parameters',
		},
	],
	default: 'forAllItems',
	description:
		'How to divide the files into extractions. Either way, each row is linked to the item of its file.',
};

/** What to extract first, then from which files. */
export const extractDocumentsProperties: INodeProperties[] = [
	...promptProperties,
	...outputProperties,
	...inputFileProperties,
	// A call of a tool is one item.
	notInTool(groupFilesProperty),
	unsupportedFilesProperty,
	// It has the identity of its contents, whatever is set.
	...preventDuplicatesProperties.map(notInTool),
	extractDocumentsOptions,
];
