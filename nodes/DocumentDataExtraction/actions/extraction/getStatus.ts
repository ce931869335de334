import { getExtractionStatus } from '../../api/extractions';
import { LIMITS } from '../../api/limits';
import { extractionLocator, readExtractionId } from '../extractionLocator';
import type { Operation } from '../operation';
import { perItem } from '../perItem';
import { readScope, scopeOption } from '../../extraction/scopeOption';
import { readNumber } from './numbers';
import { optionsField, readOptions } from './optionsField';
import { statusJson } from '../../extraction/statusJson';

const WAIT = 'Wait Up To (Seconds)';

export const getStatus: Operation = {
	name: 'Get Status',
	value: 'getStatus',
	action: 'Get extraction status',
	description:
		'Get how far an extraction is: processing, input_required (it asks questions), completed, failed or cancelled. An extraction that failed is a result here, not an error.',
	fields: [
		extractionLocator,
		{
			displayName: WAIT,
			name: 'waitUpTo',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: LIMITS.waitSeconds.max, numberPrecision: 0 },
			default: 0,
			description:
				'How long to wait for an extraction that is still processing, 0 to 45 seconds. With 0 the status comes at once.',
		},
		optionsField(scopeOption),
	],
	execute: perItem(async ({ context, api, itemIndex }) => {
		const extractionId = readExtractionId(context, itemIndex);
		const scope = readScope(readOptions(context, itemIndex));
		const seconds = readNumber(context.getNodeParameter('waitUpTo', itemIndex), {
			parameter: WAIT,
			min: 0,
			max: LIMITS.waitSeconds.max,
		});
		return statusJson(await getExtractionStatus(api, extractionId, { wait: seconds || undefined, scope }));
	}),
};
