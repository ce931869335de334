import { createHash } from 'crypto';
import { ServiceError, LOCAL_CODES } from '../../api/errors/ServiceError';
import type { InputFile } from './InputFile';

/**
 * The SHA-256 of a file's bytes, in hexadecimal digits. The first time, it reads the file in chunks of which one is in memory at a time.
 */
export async function contentDigest(file: InputFile, signal?: AbortSignal): Promise<string> {
	const { digest } = file;
	if (digest.sha256 !== undefined) return digest.sha256;
	const hash = createHash('sha256');
	for await (const chunk of file.read()) {
		if (signal?.aborted)
			throw new ServiceError({ code: LOCAL_CODES.cancelled, message: '', retryable: false });
		hash.update(chunk);
	}
	return (digest.sha256 = hash.digest('hex'));
}
