import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import {
	cancelledError,
	LOCAL_CODES,
	serviceError,
	type ServiceError,
} from '../../../api/errors/ServiceError';
import type { Readable } from '../../../api/http/request';
import { inMegabytes } from '../../../api/limits';
import { openLink, shownAddress, type OpenedLink } from '../../../api/links/openLink';
import { explain } from '../../../shared/attempt';
import { intoStore } from '../../stream/intoStore';
import { isDocument, type Contents } from '../contents';
import { withExtension } from '../fileNames';
import { MIME_TYPES, sizeLimitOf } from '../fileTypes';
import { Arrival } from './Arrival';
import { type Link } from '../Link';
import { linkFileName } from './linkFileName';

/** A server may send its headers, or a file, as slowly as it likes. In milliseconds for each try. */
export const LONGEST_FETCH = { ms: 60 * 60_000 };

/** What is known of a file before it has come. */
export interface About {
	fileName: string;
	/** From its server or its first bytes; empty if it is unknown. */
	mimeType: string;
	/** What its first bytes say it is, once they are there. */
	contents: Contents;
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
export const storeFile = async (
	context: IExecuteFunctions,
	stream: Readable,
	fileName: string,
	mimeType: string,
): Promise<IBinaryData> =>
	context.getExecutionId()
		? await context.helpers.prepareBinaryData(stream, fileName, mimeType)
		: await inMemory(stream, fileName, mimeType);

/** The type of a file as its server says it. */
const saidType = (headers: OpenedLink['headers']): string =>
	/^[\w.+-]{1,60}\/[\w.+-]{1,60}/.exec(String(headers['content-type'] ?? ''))?.[0] ?? '';

/** The error of a file that is no document, or of a document that is too large. */
function refusalOf(contents: Contents, { mimeType }: About, where: string): ServiceError {
	const { linkEmpty, linkNotAFile, linkTooLarge, linkUnsupported } = LOCAL_CODES;
	if (isDocument(contents)) {
		const limit = inMegabytes(sizeLimitOf(contents));
		return serviceError(linkTooLarge, `${where} is a ${contents.toUpperCase()} of more than ${limit}`);
	}
	if (contents === 'empty') return serviceError(linkEmpty, where);
	const isPage = contents === 'page' || mimeType === 'text/html';
	return serviceError(isPage ? linkNotAFile : linkUnsupported, where);
}

/**
 * Streams the file behind an opened link into n8n's binary store, as long as it is a document and keeps within the limits ("Sizes and
 * counts"). The file gets the extension of the type that its bytes show.
 *
 * @throws ServiceError with one of the codes `LINK_…`, or `BINARY_STORE_FAILED`
 */
async function receiveFile(
	context: IExecuteFunctions,
	opened: OpenedLink,
	about: About,
): Promise<IBinaryData> {
	const { body, url } = opened;
	const where = shownAddress(url);
	const breakError = (): ServiceError =>
		serviceError(LOCAL_CODES.linkFailed, `the download stopped halfway at ${where}`, { retryable: true });
	const refusal = (contents: Contents): ServiceError => {
		about.contents = contents;
		if (isDocument(contents)) about.mimeType = MIME_TYPES[contents];
		return refusalOf(contents, about, where);
	};
	const arrival = new Arrival(body, refusal);

	async function receive(): Promise<IBinaryData> {
		const type = await explain(async () => await arrival.begin(), breakError);
		return await storeFile(context, body, withExtension(about.fileName, type), MIME_TYPES[type]);
	}
	const store = async () => await explain(receive, (error) => arrival.refused ?? error);
	return await intoStore(body, store, breakError);
}

/**
 * Fetches the file behind a link once.
 *
 * @param about gets what the response says of the file
 */
export async function fetchLink(context: IExecuteFunctions, link: Link, about: About): Promise<IBinaryData> {
	const signal = context.getExecutionCancelSignal();
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
