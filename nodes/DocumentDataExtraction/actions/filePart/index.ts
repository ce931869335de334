import type { Resource } from '../operation';
import { getUploadUrls } from './getUploadUrls';
import { upload } from './upload';

export const filePart: Resource = {
	name: 'File Part',
	value: 'filePart',
	operations: [getUploadUrls, upload],
};
