import type { INodeProperties } from 'n8n-workflow';
import { PART_NUMBER } from '../../filePart/partNumbers';
import { fileIdProperty, uploadSessionIdProperty } from '../../../parameters/ids/identifiers';

export const PARTS = 'Parts';
export const PARTS_JSON = 'Parts (JSON)';
const E_TAG = 'ETag';
export const PART_COUNT = 'Part Count';

const eTagDescription = 'The ETag that the upload of the part returned';

export const completeFileProperties: INodeProperties[] = [
	uploadSessionIdProperty,
	fileIdProperty,
	{
		displayName: 'Parts From',
		name: 'partsFrom',
		type: 'options',
		options: [
			{
				name: 'Fields Below',
				value: 'fields',
				description: 'Enter number and ETag of each part of one file',
			},
			{
				name: 'Input Items',
				value: 'items',
				description: 'Each input item is a part from File Part: Upload',
			},
			{
				name: 'JSON',
				value: 'json',
				description: 'Enter a list as JSON, or build it with an expression',
			},
		],
		default: 'items',
		description: 'Where the parts come from',
	},
	{
		displayName: PART_NUMBER,
		name: 'partNumber',
		type: 'string',
		required: true,
		displayOptions: { show: { partsFrom: ['items'] } },
		default: '={{ $json.part_number }}',
		placeholder: 'e.g. 1',
		description: 'Which part of the file the item is, from 1',
	},
	{
		displayName: E_TAG,
		name: 'eTag',
		type: 'string',
		required: true,
		displayOptions: { show: { partsFrom: ['items'] } },
		default: '={{ $json.e_tag }}',
		placeholder: 'e.g. "5d41402abc4b2a76b9719d911017c592"',
		description: eTagDescription,
	},
	{
		displayName: PARTS,
		name: 'parts',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		displayOptions: { show: { partsFrom: ['fields'] } },
		placeholder: 'Add Part',
		default: { values: [{ partNumber: 1, eTag: '' }] },
		description: 'All parts of the file',
		options: [
			{
				displayName: 'Part',
				name: 'values',
				values: [
					{
						displayName: PART_NUMBER,
						name: 'partNumber',
						type: 'number',
						typeOptions: { minValue: 1, numberPrecision: 0 },
						default: 1,
						description: 'Which part of the file it is, from 1',
					},
					{
						displayName: E_TAG,
						name: 'eTag',
						type: 'string',
						default: '',
						placeholder: 'e.g. "5d41402abc4b2a76b9719d911017c592"',
						description: eTagDescription,
					},
				],
			},
		],
	},
	{
		displayName: PARTS_JSON,
		name: 'partsJson',
		type: 'json',
		typeOptions: { rows: 5 },
		displayOptions: { show: { partsFrom: ['json'] } },
		default: '[\n  { "part_number": 1, "e_tag": "\\"5d41402abc4b2a76b9719d911017c592\\"" }\n]',
		description: 'A list of objects with part_number and e_tag',
	},
	{
		displayName: PART_COUNT,
		name: 'partCount',
		type: 'string',
		default: '={{ $json.part_count }}',
		placeholder: 'e.g. 3',
		description:
			'How many parts the file has. If set, the node finds missing parts before it sends anything.',
	},
];
