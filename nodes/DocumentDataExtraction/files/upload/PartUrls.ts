import type { ApiClient } from '../../api/http/client';
import { LIMITS } from '../../api/limits';
import { steadyNow } from '../../shared/time';
import { missingField } from '../../api/errors/ServiceError';
import { getPartUrls } from '../../api/endpoints/uploads';

/** One request asks for this many URLs: enough to keep the uploads busy, few enough to use them long before they expire. */
export const URLS_PER_REQUEST = 16;

/** An older URL is not used any more, because the transfer has to begin within the life of its URL. */
const FRESH_MS = LIMITS.partUrlLifeMs * 0.6;

/** The part URLs of one file. They live for 15 minutes, so they are requested shortly before use. */
export class PartUrls {
	/** How the service cuts the file; known once it has given a URL. */
	partSize = 0;
	private readonly addresses = new Map<number, { url: string; issuedAt: number }>();
	private asking: Promise<unknown> = Promise.resolve();

	constructor(
		private readonly api: ApiClient,
		private readonly sessionId: string,
		private readonly fileId: string,
		private readonly parts: number,
	) {}

	/** @throws ServiceError `FILE_NOT_UPLOADABLE` when the file is already completed or aborted */
	async urlOf(partNumber: number): Promise<string> {
		// One after the other, because each response brings the URLs of the next parts too.
		const url = this.asking.then(async () => {
			const known = this.addresses.get(partNumber);
			if (known && steadyNow() - known.issuedAt < FRESH_MS) return known.url;
			const last = Math.min(this.parts, partNumber + URLS_PER_REQUEST - 1);
			return await this.ask(partNumber, last);
		});
		this.asking = url.catch(() => undefined);
		return await url;
	}

	/** Requests a new URL after one has expired. */
	async renewedUrlOf(partNumber: number): Promise<string> {
		return await this.ask(partNumber, partNumber);
	}

	private async ask(first: number, last: number): Promise<string> {
		const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
		const issuedAt = steadyNow();
		const { part_urls, part_size } = await getPartUrls(this.api, this.sessionId, this.fileId, numbers);
		this.partSize = part_size;
		for (const { part_number, url } of part_urls) this.addresses.set(part_number, { url, issuedAt });
		const address = this.addresses.get(first);
		if (!address) throw missingField(`the URL of part ${first}`);
		return address.url;
	}
}
