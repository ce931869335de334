import { steadyNow } from './ServiceClock';
import { UploadLine } from './UploadLine';

/**
 * The lines to the services, by base URL. They belong to the process, not to a run: its runs share the uplink, so one that is slow
 * would otherwise be divided among transfers that know nothing of each other, and each run would have to find out anew.
 */
export const uploadLines = new Map<string, UploadLine>();

export function uploadLine(baseUrl: string): UploadLine {
	const line = uploadLines.get(baseUrl) ?? new UploadLine(steadyNow);
	uploadLines.set(baseUrl, line);
	return line;
}
