import { deleteExtraction } from '../../api/endpoints/extractions';
import { extractionId, scope } from '../../parameters/ids/extraction';
import { type Operation, itemOperation } from '../operation';

export const remove: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete extraction',
	description: 'Permanently delete a finished extraction with its rows, output files and documents',
	...itemOperation({ extractionId }, { scope }, async (given, { api }) => {
		await deleteExtraction(api, given.extractionId, given.scope);
		return { deleted: true };
	}),
};
