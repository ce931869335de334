import type { INodeExecutionData } from 'n8n-workflow';
import { LIMITS } from '../../api/limits';
import { getPartUrls } from '../../api/endpoints/uploads';
import { binariesOf } from '../execution';
import { fileId, uploadSessionId } from '../../parameters/ids/identifiers';
import { param } from '../../parameters/param';
import { checked, type Checked, type Problem } from '../../shared/problems';
import { splitList } from '../../shared/text';
import { type Operation, itemOperation } from '../operation';

/** One part more than the service takes. It refuses such a range, however long it was. */
const LONGEST_RANGE = LIMITS.partNumbersPerRequest + 1;

/** Part numbers from text such as "1-3, 5", or from a list. The service says which of them exist. */
function checkPartNumbers(given: unknown): Checked<number[]> {
	const problems: Problem[] = [];
	const entries = splitList(String(given ?? '').replace(/[[\]"]/g, ''));
	const numbers = entries.flatMap((entry) => {
		const [, first, last = first] = /^(\d+)(?:\s*-\s*(\d+))?$/.exec(entry) ?? [];
		const length = Number(last) - Number(first) + 1;
		if (!(length > 0)) problems.push({ text: `"${entry}" is not a part number, or a range such as 1-3` });
		return Array.from({ length: Math.min(length, LONGEST_RANGE) }, (_, index) => Number(first) + index);
	});
	return checked(numbers, problems);
}

const parameters = {
	uploadSessionId,
	fileId,
	partNumbers: param(
		{
			displayName: 'Part Numbers',
			name: 'partNumbers',
			type: 'string',
			required: true,
			default: "={{ '1-' + ($json.part_count ?? 1) }}",
			placeholder: 'e.g. 1-3, 5',
			description:
				'Numbers and ranges separated by commas, or a list from an expression; at most 1,000 at a time. Default: all parts of a file from Upload Session: Create, otherwise the first part.',
		},
		checkPartNumbers,
	),
};

export const getUploadUrls: Operation = {
	name: 'Get Upload URLs',
	value: 'getUploadUrls',
	action: 'Get upload URLs of file parts',
	description: 'Get the URLs that the parts of a file are uploaded to, one item per part',
	...itemOperation(parameters, undefined, async (given, { context, api, itemIndex }) => {
		const expiresAt = new Date(Date.now() + LIMITS.partUrlLifeMs).toISOString();
		const { uploadSessionId, fileId, partNumbers } = given;
		const response = await getPartUrls(api, uploadSessionId, fileId, partNumbers);
		// The file stays with its parts, so that File Part: Upload finds it.
		const binary = binariesOf(context, itemIndex);
		return response.part_urls.map(({ part_number, url }): INodeExecutionData => ({
			json: {
				upload_session_id: uploadSessionId,
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
