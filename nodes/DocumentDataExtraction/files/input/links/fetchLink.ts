import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import {
	cancelledError,
	isCutOff,
	isServiceError,
	LOCAL_CODES,
	serviceError,
	type ServiceError,
} from '../../../api/errors/ServiceError';
import { pause } from '../../../api/http/sleep';
import { PATIENT, retrying, type Outage, type RetryPolicy } from '../../../api/http/retry';
import type { Readable } from '../../../api/http/signedUrls';
import { inMegabytes } from '../../../api/limits';
import { openLink, shownAddress, type OpenedLink } from '../../../api/links/openLink';
import { attempt, explain, type Attempt } from '../../../shared/attempt';
import { MINUTE_MS } from '../../../shared/time';
import { intoStore } from '../../stream/intoStore';
import { isDocument, type Contents } from '../contents';
import { withExtension } from '../fileNames';
import { isAnyBytes, MIME_TYPES, sizeLimitOf, type FileType } from '../fileTypes';
import { Arrival } from './Arrival';
import type { Link } from './Link';
import { linkFileName } from './linkFileName';

/** Another try begins with the link itself: what it redirects to may be good for a moment only. */
export const LINK_RETRY: RetryPolicy = { ...PATIENT, maxAskedPauseMs: MINUTE_MS };

/** A server may send its headers, or a file, as slowly as it likes. In milliseconds for each try. */
export const LONGEST_FETCH = { ms: 60 * 60_000 };

/** What is known of the file behind a link, also if it could not be fetched. */
export interface FetchedLink {
	fileName: string;
	/** From its server or its first bytes; empty if it is unknown. It is only shown to the user. */
	mimeType: string;
	/** The file in n8n's binary store, or why there is none. */
	file: Attempt<IBinaryData>;
}

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

/** The type of a file as its server says it. */
const saidType = (headers: OpenedLink['headers']): string =>
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

function tooLargeError(url: URL, type: FileType): ServiceError {
	const limit = inMegabytes(sizeLimitOf(type));
	const where = shownAddress(url);
	return serviceError(LOCAL_CODES.linkTooLarge, `${where} is a ${type.toUpperCase()} of more than ${limit}`);
}

function noDocument(contents: Contents, type: string, url: URL): ServiceError {
	const isPage = contents === 'page' || type === 'text/html';
	const { linkEmpty, linkNotAFile, linkUnsupported } = LOCAL_CODES;
	return serviceError(
		contents === 'empty' ? linkEmpty : isPage ? linkNotAFile : linkUnsupported,
		shownAddress(url),
	);
}

/**
 * Streams the file behind an opened link into n8n's binary store, as long as it is a document and keeps within the limits ("Sizes and
 * counts"). The file gets the extension of the type that its bytes show.
 *
 * @param about gets the type of a file that is no document, as far as anything shows it
 * @throws ServiceError with one of the codes `LINK_…`, or `BINARY_STORE_FAILED`
 */
async function receiveFile(
	context: IExecuteFunctions,
	opened: OpenedLink,
	about: Omit<FetchedLink, 'file'>,
): Promise<IBinaryData> {
	const { body, url } = opened;
	const arrival = new Arrival(body, announcedSize(opened));
	const brokenOff = (): ServiceError =>
		serviceError(LOCAL_CODES.linkFailed, `the download stopped halfway at ${shownAddress(url)}`, {
			retryable: true,
		});

	async function receive(): Promise<IBinaryData> {
		const type = await explain(async () => await arrival.begin(), brokenOff);
		if (!isDocument(type)) {
			if (isAnyBytes(about.mimeType)) about.mimeType = arrival.otherType || about.mimeType;
			throw noDocument(type, about.mimeType, url);
		}
		if (arrival.isTooLarge) throw tooLargeError(url, type);
		const fileName = withExtension(about.fileName, type);
		const stored = await attempt(async () => await storeFile(context, body, fileName, MIME_TYPES[type]));
		if (arrival.isTooLarge) throw tooLargeError(url, type);
		if (!stored.ok) throw stored.error;
		if (arrival.isCutOff) throw brokenOff();
		return stored.value;
	}
	return await intoStore(body, receive, brokenOff);
}

/** Names the link in an error that is about an address it led to. */
function ofLink({ url }: Link, error: unknown): unknown {
	if (!isServiceError(error)) return error;
	const given = shownAddress(url);
	const message = error.message.includes(given) ? error.message : `${given}, ${error.message}`;
	return error.with({ message, retryAfterMs: undefined });
}

/**
 * Fetches the file behind a link. Retries failures that may pass.
 *
 * @param outage of its server
 * @throws ServiceError `EXECUTION_CANCELLED` when the execution is stopped; nothing else
 */
export async function fetchLink(
	context: IExecuteFunctions,
	link: Link,
	outage: Outage,
): Promise<FetchedLink> {
	const signal = context.getExecutionCancelSignal();
	const about = { fileName: linkFileName(link), mimeType: '' };

	async function fetchOnce(): Promise<IBinaryData> {
		const late = AbortSignal.timeout(LONGEST_FETCH.ms);
		const either = signal ? AbortSignal.any([signal, late]) : late;
		const fetch = async (): Promise<IBinaryData> => {
			const opened = await openLink(context, link.url, either);
			about.fileName = linkFileName(link, opened);
			about.mimeType = saidType(opened.headers);
			return await receiveFile(context, opened, about);
		};
		return await explain(fetch, (error) => {
			if (signal?.aborted) return cancelledError();
			return late.aborted ? serviceError(LOCAL_CODES.linkFailed, 'it took more than an hour') : error;
		});
	}

	const file = await attempt(
		async () =>
			await retrying(fetchOnce, LINK_RETRY, { sleep: async (ms) => await pause(ms, signal), outage }),
	);
	if (!file.ok && isCutOff(file.error)) throw file.error;
	return { ...about, file: file.ok ? file : { ok: false, error: ofLink(link, file.error) } };
}
