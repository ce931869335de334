import { getExtractionDetails } from '../../api/extractions';
import { extractionLocator, readExtractionId } from '../../parameters/ids/extraction';
import type { Operation } from '../operation';
import { perItem } from '../perItem';
import { readScope, scopeOption } from '../../parameters/filters';
import { optionsProperty, readOptions } from '../../parameters/options';
import { extractionJson, simplified } from '../../extraction/extractionJson';
import { readSimplify, simplifyProperty } from '../../parameters/outputShape';

export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get extraction',
	description: 'Get the details of an extraction, such as its files, prompt, pages, notes and credits',
	properties: [extractionLocator, simplifyProperty, optionsProperty(scopeOption)],
	execute: perItem(async ({ context, api, itemIndex }) => {
		const extractionId = readExtractionId(context, itemIndex);
		const scope = readScope(readOptions(context, itemIndex));
		const extraction = await getExtractionDetails(api, extractionId, scope);
		return readSimplify(context, itemIndex) ? simplified(extraction) : extractionJson(extraction);
	}),
};
