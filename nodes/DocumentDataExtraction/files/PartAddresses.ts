import type { Api } from '../api/connection';
import { LIMITS } from '../api/limits';
import { missing } from '../api/ServiceError';
import { getPartUrls } from '../api/uploads';

/** URLs asked for at once: enough to keep the uploads busy, few enough to be used long before they expire. */
export const URLS_PER_REQUEST = 16;

/** A URL older than this is not tried any more: a large part may need minutes. */
const FRESH_MS = LIMITS.partUrlLifeMs * 0.6;

interface Address {
	url: string;
	issuedAt: number;
}

/** The signed URLs of one file's parts, asked for shortly before use (15 minutes of life). */
export class PartAddresses {
	private readonly addresses = new Map<number, Address>();

	constructor(
		private readonly api: Api,
		private readonly sessionId: string,
		private readonly fileId: string,
		private readonly parts: number,
	) {}

	/** @throws ServiceError `FILE_NOT_UPLOADABLE` when the file is already completed or aborted */
	async urlOf(partNumber: number): Promise<string> {
		const known = this.addresses.get(partNumber);
		if (known && Date.now() - known.issuedAt < FRESH_MS) return known.url;
		const last = Math.min(this.parts, partNumber + URLS_PER_REQUEST - 1);
		return await this.ask(partNumber, last);
	}

	/** A new URL in place of one that has expired. */
	async renewedUrlOf(partNumber: number): Promise<string> {
		return await this.ask(partNumber, partNumber);
	}

	private async ask(first: number, last: number): Promise<string> {
		const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
		const issuedAt = Date.now();
		const { part_urls } = await getPartUrls(this.api, this.sessionId, this.fileId, numbers);
		for (const { part_number, url } of part_urls) this.addresses.set(part_number, { url, issuedAt });
		const address = this.addresses.get(first);
		if (!address) throw missing(`the address of part ${first}`);
		return address.url;
	}
}
