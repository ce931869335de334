import type { Resource } from '../operation';
import { completeFileOperation } from './completeFile';
import { create } from './create';
import { uploadFilesOperation } from './uploadFiles';

export const uploadSession: Resource = {
	name: 'Upload Session',
	value: 'uploadSession',
	operations: [uploadFilesOperation, create, completeFileOperation],
};
