import { getExtractionDetails } from '../../api/endpoints/extractions';
import { extractionJson, simplified } from '../../extraction/status/extractionJson';
import { scope } from '../../parameters/filters';
import { extractionId } from '../../parameters/ids/extraction';
import { simplify } from '../../parameters/outputShape';
import type { Operation } from '../operation';
import { itemOperation } from '../perItem';

export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get extraction',
	description: 'Get the details of an extraction, such as its files, prompt, pages, notes and credits',
	...itemOperation({ extractionId, simplify }, { scope }, async (given, { api }) => {
		const extraction = await getExtractionDetails(api, given.extractionId, given.scope);
		return given.simplify ? simplified(extraction) : extractionJson(extraction);
	}),
};
