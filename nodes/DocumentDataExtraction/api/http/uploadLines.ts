import { steadyNow } from '../../shared/time';
import { UploadLine } from './UploadLine';

/**
 * The lines to the services, by base URL. All runs of the process share them, because they share the uplink. Otherwise transfers that
 * know nothing of each other would divide a slow line, and each run would have to measure it again.
 */
export const uploadLines = new Map<string, UploadLine>();

/** The line to a service. The first caller creates it. */
export function uploadLine(baseUrl: string): UploadLine {
	const line = uploadLines.get(baseUrl) ?? new UploadLine(steadyNow);
	uploadLines.set(baseUrl, line);
	return line;
}
