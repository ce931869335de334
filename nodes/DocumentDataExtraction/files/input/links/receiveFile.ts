import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import {
	isServiceError,
	LOCAL_CODES,
	messageOf,
	serviceError,
	type ServiceError,
} from '../../../api/errors/ServiceError';
import { isOfTheNetwork, withoutQuery } from '../../../api/http/networkFailure';
import { shownAddress, type OpenedLink } from '../../../api/links/openLink';
import { inMegabytes } from '../../../api/limits';
import { attempt, explain } from '../../../shared/attempt';
import { watchSleep } from '../../../api/http/sleep';
import { whileItMoves } from '../../stream/ProgressWatch';
import { withExtension } from '../fileNames';
import { isAnyBytes, MIME_TYPES, sizeLimitOf, type FileType } from '../fileTypes';
import { Arrival } from './Arrival';
import { isDocument, type Contents } from '../contents';
import type { Readable } from '../../../api/http/signedUrls';

/** Reads a file into its own reference, as n8n's in-memory mode keeps files. */
async function inMemory(stream: Readable, fileName: string, mimeType: string): Promise<IBinaryData> {
	const chunks: Buffer[] = [];
	for await (const chunk of stream) chunks.push(chunk as Buffer);
	const bytes = Buffer.concat(chunks);
	return { data: bytes.toString('base64'), mimeType, fileName, bytes: bytes.length };
}

/**
 * Streams a file into n8n's binary store. n8n deletes it there with its execution; the tool of an agent may run without one, and the file
 * would stay for ever, so it is then kept in memory.
 */
export async function storeFile(
	context: IExecuteFunctions,
	stream: Readable,
	fileName: string,
	mimeType: string,
): Promise<IBinaryData> {
	return context.getExecutionId()
		? await context.helpers.prepareBinaryData(stream, fileName, mimeType)
		: await inMemory(stream, fileName, mimeType);
}

/** In milliseconds: a file counts as dead if nothing comes of it for `idleMs`. */
export const LINK_WATCH = { idleMs: 30_000 };

/** The type of a file as its server says it. It is only shown to the user. */
export const saidType = (headers: OpenedLink['headers']): string =>
	/^[\w.+-]{1,60}\/[\w.+-]{1,60}/.exec(String(headers['content-type'] ?? ''))?.[0] ?? '';

/**
 * The size that the server announces. Of a file that comes packed it is not the size of the file: n8n's client then unpacks it, takes
 * away the header that says so, and gives a stream that is not the response itself (measured, n8n 2.8).
 */
function announcedSize({ body, headers }: OpenedLink): number | undefined {
	const isResponse = 'rawHeaders' in body && !headers['content-encoding'];
	const length = isResponse ? Number(headers['content-length'] ?? NaN) : NaN;
	return Number.isSafeInteger(length) ? length : undefined;
}

const brokenOffError = (url: URL): ServiceError =>
	serviceError(LOCAL_CODES.linkFailed, `the download stopped halfway at ${shownAddress(url)}`, {
		retryable: true,
	});

function tooLargeError(url: URL, type: FileType): ServiceError {
	const limit = inMegabytes(sizeLimitOf(type));
	const where = shownAddress(url);
	return serviceError(LOCAL_CODES.linkTooLarge, `${where} is a ${type.toUpperCase()} of more than ${limit}`);
}

/** The type of a file that is not a document, from its server or, if that says nothing, from its first bytes. */
function typeOfOther({ otherType }: Arrival, { headers }: OpenedLink): string {
	const said = saidType(headers);
	return isAnyBytes(said) ? otherType || said : said;
}

function noDocument(contents: Contents, type: string, { url }: OpenedLink): ServiceError {
	const where = shownAddress(url);
	if (contents === 'empty') return serviceError(LOCAL_CODES.linkEmpty, where);
	return contents === 'page' || type === 'text/html'
		? serviceError(LOCAL_CODES.linkNotAFile, where)
		: serviceError(LOCAL_CODES.linkUnsupported, where);
}

/**
 * Streams the file behind an opened link into n8n's binary store, as long as it is a document and keeps within the limits ("Sizes and
 * counts").
 *
 * @param name as the file is called; it gets the extension of the type that its bytes show
 * @param tellType called with the type of a file that is no document, as far as anything shows it
 * @throws ServiceError with one of the codes `LINK_…`, or `BINARY_STORE_FAILED`
 */
export async function receiveFile(
	context: IExecuteFunctions,
	opened: OpenedLink,
	name: string,
	tellType: (mimeType: string) => void,
): Promise<IBinaryData> {
	const { body, url } = opened;
	const arrival = new Arrival(body, announcedSize(opened));

	async function receive(): Promise<IBinaryData> {
		const type = await explain(
			async () => await arrival.begin(),
			() => brokenOffError(url),
		);
		if (!isDocument(type)) {
			const mimeType = typeOfOther(arrival, opened);
			tellType(mimeType);
			throw noDocument(type, mimeType, opened);
		}
		if (arrival.isTooLarge) throw tooLargeError(url, type);
		const fileName = withExtension(name, type);
		const stored = await attempt(async () => await storeFile(context, body, fileName, MIME_TYPES[type]));
		if (arrival.isTooLarge) throw tooLargeError(url, type);
		if (!stored.ok) throw stored.error;
		if (arrival.isCutOff) throw brokenOffError(url);
		return stored.value;
	}

	const received = await attempt(
		async () => await whileItMoves(body, receive, { ...LINK_WATCH, sleep: watchSleep }),
	);
	if (received.ok && received.value.value) return received.value.value;
	const isBroken = body.errored !== null;
	body.destroy();
	if (received.ok) throw brokenOffError(url);
	if (isServiceError(received.error)) throw received.error;
	if (isBroken && isOfTheNetwork(received.error)) throw brokenOffError(url);
	const message = withoutQuery(messageOf(received.error));
	throw serviceError(LOCAL_CODES.storeFailed, message);
}
