import type { Resource } from '../operation';
import { completeFile } from './completeFile';
import { create } from './create';
import { uploadFiles } from './uploadFiles';

export const uploadSession: Resource = {
	name: 'Upload Session',
	value: 'uploadSession',
	operations: [uploadFiles, create, completeFile],
};
