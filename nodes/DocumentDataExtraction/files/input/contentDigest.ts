import { createHash } from 'crypto';
import { ServiceError, LOCAL_CODES } from '../../api/errors/ServiceError';
import type { InputFile } from './InputFile';

/** Reads a file once, in chunks of which one is in memory at a time. @returns the SHA-256 of its bytes, in hexadecimal digits */
export async function contentDigest(file: InputFile, signal?: AbortSignal): Promise<string> {
	const hash = createHash('sha256');
	for await (const chunk of file.read()) {
		if (signal?.aborted)
			throw new ServiceError({ code: LOCAL_CODES.cancelled, message: '', retryable: false });
		hash.update(chunk);
	}
	return hash.digest('hex');
}
