import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { columnsOf, rowsOf } from './rows';
import type { Extraction, OutputFormat } from '../state/extraction';
import { writeXlsx } from './xlsx';

/** How many rows are turned into text at a time. */
const SLICE = 500;

function* records(extraction: Extraction, typed: boolean) {
	const total = extraction.result?.rows.length ?? 0;
	for (let from = 0; from < total; from += SLICE) yield* rowsOf(extraction, from, from + SLICE, typed);
}

function* jsonText(extraction: Extraction) {
	let separator = '[\n';
	for (const record of records(extraction, extraction.options.json_typed_values)) {
		yield separator + JSON.stringify(record);
		separator = ',\n';
	}
	yield separator === '[\n' ? '[]\n' : '\n]\n';
}

async function write(extraction: Extraction, format: OutputFormat, path: string): Promise<void> {
	if (format === 'xlsx') return await writeXlsx(extraction, [...records(extraction, true)], path);
	const file = createWriteStream(path);
	if (format === 'json') return await pipeline(Readable.from(jsonText(extraction)), file);
	const csv = stringify({ header: true, columns: columnsOf(extraction) });
	await pipeline(Readable.from(records(extraction, false)), csv, file);
}

/** Path of an output file in `folder`; it is written when first asked for. */
export function outputFile(folder: string, extraction: Extraction, format: OutputFormat): Promise<string> {
	const path = join(folder, `${extraction.objectId}.${format}`);
	return (extraction.outputFiles[format] ??= write(extraction, format, path).then(() => path));
}
