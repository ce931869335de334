import type { IBinaryData, IExecuteFunctions, IPollFunctions, IBinaryKeyData } from 'n8n-workflow';
import type { ApiClient } from '../../api/http/client';
import { getOutputUrl, type OutputFormat, type Scope } from '../../api/endpoints/extractions';
import { atStorage, notTheStorage, openDownload } from '../../api/http/signedUrls';
import { networkFailure } from '../../api/errors/networkFailure';
import { hasCode, LOCAL_CODES, serviceError, ServiceError, withFacts } from '../../api/errors/ServiceError';
import { DOCUMENT_ENDING } from '../input/fileTypes';
import { intoStore } from '../stream/intoStore';
import { explain } from '../../shared/attempt';

/** Enough characters to recognise a file. */
const CHARACTERS_READ = 64;

/** How the service, or what stands before it, reports a failure. No output file begins like this. */
const ERROR_RESPONSE = /^\s*\{\s*"success"\s*:\s*false/;

/** An XLSX is a ZIP file, and those begin with these letters. */
const XLSX_START = /^PK/;

/** Whether a file begins like an output file. None is empty: a CSV has a header even without rows, and a JSON file has its brackets. */
const isOutput = (start: string, format: OutputFormat): boolean =>
	start !== '' && !ERROR_RESPONSE.test(start) && (format !== 'xlsx' || XLSX_START.test(start));

const OUTPUT_MIME_TYPES: Readonly<Record<OutputFormat, string>> = {
	csv: 'text/csv',
	json: 'application/json',
	xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The extension of the document that a task is named after, such as "a.pdf" or "a.pdf and 2 more". */
const DOCUMENT_EXTENSION = new RegExp(String.raw`(?<=\S)${DOCUMENT_ENDING}(?=$| and \d+ more$)`, 'i');

/** Makes a file name that every file system takes from the name of the task. */
export function outputFileName(taskName: string, format: OutputFormat): string {
	const name = taskName.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '_').trim();
	return `${name.replace(DOCUMENT_EXTENSION, '') || 'extraction'}.${format}`;
}

/** An extraction whose output files are downloaded. */
interface OutputOf {
	extractionId: string;
	taskName: string;
	scope?: Scope;
}

async function downloadOnce(
	api: ApiClient,
	context: IExecuteFunctions | IPollFunctions,
	url: string,
	{ taskName }: OutputOf,
	format: OutputFormat,
): Promise<IBinaryData> {
	const fileName = outputFileName(taskName, format);
	const stream = await openDownload(api, url);
	const { host } = new URL(url);
	let start = '';
	// Reading along must not make the stream flow before its reader is there.
	stream.pause();
	stream.on('data', (chunk: Buffer | string) => {
		if (start.length < CHARACTERS_READ) start += chunk.toString().slice(0, CHARACTERS_READ);
	});
	async function store(): Promise<IBinaryData> {
		const file = await context.helpers.prepareBinaryData(stream, fileName, OUTPUT_MIME_TYPES[format]);
		if (!isOutput(start, format)) throw notTheStorage(`${host} sent something else instead of the file`);
		return file;
	}
	const breakError = (cause?: unknown): ServiceError =>
		cause === undefined
			? serviceError(LOCAL_CODES.timeout, `The download from ${host} stopped halfway`, { retryable: true })
			: new ServiceError({ ...networkFailure(cause, host, api.signal), retryable: true });
	return await intoStore(stream, store, breakError, api.signal);
}

/**
 * Streams an output file into n8n's binary store ("GET /extractions/{extraction_id}/output"). Each try has a fresh URL.
 *
 * @throws ServiceError such as `OUTPUT_NOT_AVAILABLE` and `OUTPUT_EXPIRED`
 */
export async function fetchOutput(
	api: ApiClient,
	context: IExecuteFunctions | IPollFunctions,
	output: OutputOf,
	format: OutputFormat,
): Promise<IBinaryData> {
	const { extractionId, scope } = output;
	let wasRefused = false;
	return await atStorage(
		api,
		async () => await getOutputUrl(api, extractionId, format, scope),
		async ({ download_url: url }) =>
			await explain(
				async () => await downloadOnce(api, context, url, output, format),
				(error) => {
					const isRefused = hasCode(error, LOCAL_CODES.urlExpired);
					// A URL may have expired. If a fresh one is refused as well, it is for another reason.
					const again = isRefused && !wasRefused ? { retryable: true } : {};
					wasRefused ||= isRefused;
					return withFacts(error, { ...again, extractionId, stage: 'downloading' });
				},
			),
	);
}

/** Downloads output files into the binary fields of an item. A single format gets the field's name; several get the format added to it. */
export async function outputBinaries(
	api: ApiClient,
	context: IExecuteFunctions | IPollFunctions,
	output: OutputOf & { formats: OutputFormat[]; fieldName: string },
): Promise<IBinaryKeyData> {
	const { formats, fieldName } = output;
	const binary: IBinaryKeyData = {};
	for (const format of formats) {
		const field = formats.length === 1 ? fieldName : `${fieldName}_${format}`;
		binary[field] = await fetchOutput(api, context, output, format);
	}
	return binary;
}
