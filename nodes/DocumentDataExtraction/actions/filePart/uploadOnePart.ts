import type { ApiClient } from '../../api/http/client';
import { steadyNow } from '../../shared/time';
import { hasCode, LOCAL_CODES, ServiceError } from '../../api/errors/ServiceError';
import { putPart } from '../../api/http/signedUrls';
import { getPartUrls } from '../../api/uploads';
import type { InputFile } from '../../files/input/InputFile';
import { partCount } from '../../files/upload/PartCutter';
import { FRESH_MS } from '../../files/upload/PartUrls';
import { readPart } from '../../files/upload/readPart';
import { PART_NUMBER } from './partNumbers';
import { throwIfAny } from '../../shared/problems';
import { plural } from '../../shared/text';
import { attempt } from '../../shared/attempt';

/** Where a part goes, and how the service cuts the file. */
export interface GivenPartUrl {
	url: string;
	partSize: number;
	/** When the service gave it, on the measure of `steadyNow`; unknown for one that the user gives. */
	issuedAt?: number;
}

export interface PartPlace {
	sessionId: string;
	fileId: string;
	partNumber: number;
}

async function requestAddress(
	api: ApiClient,
	{ sessionId, fileId, partNumber }: PartPlace,
): Promise<GivenPartUrl> {
	const issuedAt = steadyNow();
	const { part_urls, part_size } = await getPartUrls(api, sessionId, fileId, [partNumber]);
	const url = part_urls.find(({ part_number }) => part_number === partNumber)?.url;
	if (url !== undefined) return { url, partSize: part_size, issuedAt };
	throw new ServiceError({
		code: LOCAL_CODES.unreadable,
		message: `The service returned no URL for part ${partNumber}`,
		retryable: false,
	});
}

async function sendTo(api: ApiClient, file: InputFile, place: PartPlace, address: GivenPartUrl) {
	const { sessionId, fileId, partNumber } = place;
	const { partSize } = address;
	/** The turn of a part on a slow line may come late. */
	const freshUrl = async (): Promise<string> => {
		const isFresh = address.issuedAt === undefined || steadyNow() - address.issuedAt < FRESH_MS;
		return isFresh ? address.url : (await requestAddress(api, place)).url;
	};
	const count = partCount(file.bytes, partSize);
	if (partNumber > count)
		throwIfAny([
			{
				parameter: PART_NUMBER,
				text: `"${file.fileName}" has ${file.bytes} bytes, which makes ${plural(count, 'part')} of ${partSize} bytes. There is no part ${partNumber}`,
				itemIndex: file.itemIndex,
			},
		]);
	const bytes = await readPart(file, partNumber, partSize);
	return {
		upload_session_id: sessionId,
		file_id: fileId,
		part_number: partNumber,
		e_tag: await putPart(api, freshUrl, bytes),
		bytes: bytes.length,
		part_size: partSize,
		part_count: count,
		is_last: partNumber === count,
	};
}

/**
 * Sends one part of a file. An expired URL, also one that the user entered, is replaced by a new one.
 *
 * @throws InputProblems if the file has no such part
 */
export async function uploadOnePart(api: ApiClient, file: InputFile, place: PartPlace, given?: GivenPartUrl) {
	const send = async (known?: GivenPartUrl) =>
		await sendTo(api, file, place, known ?? (await requestAddress(api, place)));
	const sent = await attempt(async () => await send(given));
	if (sent.ok) return sent.value;
	if (!hasCode(sent.error, LOCAL_CODES.urlExpired)) throw sent.error;
	return await send();
}
