import type { INodeExecutionData } from 'n8n-workflow';
import { LIMITS } from '../../api/limits';
import { getPartUrls } from '../../api/uploads';
import { valueOf } from '../../shared/problems';
import { fileIdProperty, readIdentifier, uploadSessionIdProperty } from '../../parameters/ids/identifiers';
import type { Operation } from '../operation';
import { perItem } from '../perItem';
import { checkPartNumbers } from './partNumbers';
import { binariesOf } from '../../parameters/execution';

const PART_NUMBERS = 'Part Numbers';

export const getUploadUrls: Operation = {
	name: 'Get Upload URLs',
	value: 'getUploadUrls',
	action: 'Get upload URLs of file parts',
	description: 'Get the URLs that the parts of a file are uploaded to, one item per part',
	properties: [
		uploadSessionIdProperty,
		fileIdProperty,
		{
			displayName: PART_NUMBERS,
			name: 'partNumbers',
			type: 'string',
			required: true,
			default: "={{ '1-' + ($json.part_count ?? 1) }}",
			placeholder: 'e.g. 1-3, 5',
			description:
				'Numbers and ranges separated by commas, or a list from an expression; at most 1,000 at a time. Default: all parts of a file from Upload Session: Create, otherwise the first part.',
		},
	],
	execute: perItem(async ({ context, api, itemIndex }) => {
		const sessionId = readIdentifier(context, itemIndex, uploadSessionIdProperty);
		const fileId = readIdentifier(context, itemIndex, fileIdProperty);
		const given: unknown = context.getNodeParameter('partNumbers', itemIndex, '');
		const partNumbers = valueOf(checkPartNumbers(given, PART_NUMBERS));
		const expiresAt = new Date(Date.now() + LIMITS.partUrlLifeMs).toISOString();
		const response = await getPartUrls(api, sessionId, fileId, partNumbers);
		// The file stays with its parts, so that File Part: Upload finds it.
		const binary = binariesOf(context, itemIndex);
		return response.part_urls.map(({ part_number, url }): INodeExecutionData => ({
			json: {
				upload_session_id: sessionId,
				file_id: fileId,
				part_number,
				part_url: url,
				part_size: response.part_size,
				expires_at: expiresAt,
			},
			...(Object.keys(binary).length > 0 ? { binary } : {}),
			pairedItem: { item: itemIndex },
		}));
	}),
};
