import { getExtractionDetails } from '../../api/endpoints/extractions';
import { extractionId, scope } from '../../parameters/ids/extraction';
import { howDetailed } from '../../parameters/outputShape';
import { type Operation, itemOperation } from '../operation';
import { detailed } from '../../extraction/status/statusJson';

export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get extraction',
	description: 'Get the details of an extraction, such as its files, prompt, pages, notes and credits',
	...itemOperation({ extractionId, ...howDetailed }, { scope }, async (given, { api }) => {
		const extraction = await getExtractionDetails(api, given.extractionId, given.scope);
		return detailed(extraction, given);
	}),
};
