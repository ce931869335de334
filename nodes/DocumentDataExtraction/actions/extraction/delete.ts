import { deleteExtraction } from '../../api/extractions';
import { extractionId } from '../../parameters/ids/extraction';
import type { Operation } from '../operation';
import { perItem } from '../perItem';
import { scope } from '../../parameters/filters';
import { propertiesOf, readItem } from '../../parameters/param';

const parameters = { extractionId };
const options = { scope };

export const remove: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete extraction',
	description:
		'Permanently delete a finished extraction with its rows, output files and documents. The same files are then charged again.',
	properties: propertiesOf(parameters, options),
	execute: perItem(async ({ context, api, itemIndex }) => {
		const given = readItem(context, itemIndex, parameters, options);
		await deleteExtraction(api, given.extractionId, given.scope);
		return { deleted: true };
	}),
};
