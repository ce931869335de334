import type { IBinaryData, IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';
import { everyPlace } from '../files/binaryPlaces';

/**
 * The references to the files that an item carries, by field, so that output items can hand them on. No byte is read or copied.
 */
export function binariesOf(context: IExecuteFunctions, itemIndex: number): IBinaryKeyData {
	const item = context.getInputData()[itemIndex];
	if (!item) return {};
	const combined = context.getWorkflowSettings?.().binaryMode === 'combined';
	const fields = everyPlace(item, combined).map(({ fieldName, parameter }): [string, IBinaryData] => [
		fieldName,
		context.helpers.assertBinaryData(itemIndex, parameter),
	]);
	return Object.fromEntries(fields);
}
