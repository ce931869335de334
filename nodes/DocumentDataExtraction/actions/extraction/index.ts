import type { Resource } from '../operation';
import { extractDocuments } from './extractDocuments';

export const extraction: Resource = {
	name: 'Extraction',
	value: 'extraction',
	operations: [extractDocuments],
	defaultOperation: extractDocuments.value,
};
