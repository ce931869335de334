import type { ApiClient } from '../../api/http/client';
import { LIMITS } from '../../api/limits';
import { steadyNow } from '../../api/http/ServiceClock';
import { missingField } from '../../api/errors/ServiceError';
import { getPartUrls } from '../../api/uploads';

/** URLs asked for at once: enough to keep the uploads busy, few enough to be used long before they expire. */
export const URLS_PER_REQUEST = 16;

/** A URL older than this is not tried any more: the transfer has to begin, and at best to end, within its life. */
const FRESH_MS = LIMITS.partUrlLifeMs * 0.6;

interface Address {
	url: string;
	issuedAt: number;
}

/** The signed URLs of one file's parts, asked for shortly before use (15 minutes of life). */
export class PartUrls {
	private readonly addresses = new Map<number, Address>();
	private asking: Promise<unknown> = Promise.resolve();

	constructor(
		private readonly api: ApiClient,
		private readonly sessionId: string,
		private readonly fileId: string,
		private readonly parts: number,
	) {}

	/**
	 * @param neededMs how long the transfer should take
	 * @throws ServiceError `FILE_NOT_UPLOADABLE` when the file is already completed or aborted
	 */
	async urlOf(partNumber: number, neededMs = 0): Promise<string> {
		// One after the other, for each answer brings the addresses of the next parts too.
		const url = this.asking.then(async () => {
			const known = this.addresses.get(partNumber);
			const oldest = Math.min(FRESH_MS, LIMITS.partUrlLifeMs - neededMs);
			if (known && steadyNow() - known.issuedAt < oldest) return known.url;
			const last = Math.min(this.parts, partNumber + URLS_PER_REQUEST - 1);
			return await this.ask(partNumber, last);
		});
		this.asking = url.catch(() => undefined);
		return await url;
	}

	/** A new URL in place of one that has expired. */
	async renewedUrlOf(partNumber: number): Promise<string> {
		return await this.ask(partNumber, partNumber);
	}

	private async ask(first: number, last: number): Promise<string> {
		const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
		const issuedAt = steadyNow();
		const { part_urls } = await getPartUrls(this.api, this.sessionId, this.fileId, numbers);
		for (const { part_number, url } of part_urls) this.addresses.set(part_number, { url, issuedAt });
		const address = this.addresses.get(first);
		if (!address) throw missingField(`the address of part ${first}`);
		return address.url;
	}
}
