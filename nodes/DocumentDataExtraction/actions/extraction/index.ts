import type { Resource } from '../operation';
import { cancel } from './cancel';
import { remove } from './delete';
import { downloadOutput } from './downloadOutput';
import { extractDocuments } from './extractDocuments';
import { get } from './get';
import { getMany } from './getMany';
import { getRows } from './getRows';
import { getStatus } from './getStatus';
import { reviewInForm } from './reviewInForm';
import { submit } from './submit';
import { wait } from './wait';

export const extraction: Resource = {
	name: 'Extraction',
	value: 'extraction',
	operations: [
		extractDocuments,
		submit,
		wait,
		getStatus,
		getRows,
		downloadOutput,
		reviewInForm,
		get,
		getMany,
		cancel,
		remove,
	],
};
