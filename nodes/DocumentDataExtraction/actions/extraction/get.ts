import { getExtractionDetails } from '../../api/extractions';
import { extractionJson, simplified } from '../../extraction/extractionJson';
import { scope } from '../../parameters/filters';
import { extractionId } from '../../parameters/ids/extraction';
import { simplify } from '../../parameters/outputShape';
import { propertiesOf, readItem } from '../../parameters/param';
import type { Operation } from '../operation';
import { perItem } from '../perItem';

const parameters = { extractionId, simplify };
const options = { scope };

export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get extraction',
	description: 'Get the details of an extraction, such as its files, prompt, pages, notes and credits',
	properties: propertiesOf(parameters, options),
	execute: perItem(async ({ context, api, itemIndex }) => {
		const given = readItem(context, itemIndex, parameters, options);
		const extraction = await getExtractionDetails(api, given.extractionId, given.scope);
		return given.simplify ? simplified(extraction) : extractionJson(extraction);
	}),
};
