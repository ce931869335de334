import type { OutputFormat } from '../../api/extractions';
import type { Readable } from '../../api/http/signedUrls';

/** Enough characters to recognise a file. */
const CHARACTERS_READ = 64;

/** How the service, or what stands before it, reports a failure. No output file begins like this. */
const ERROR_RESPONSE = /^\s*\{\s*"success"\s*:\s*false/;

/** An XLSX is a ZIP file, and those begin with these letters. */
const ZIP = /^PK/;

/** Reads along how a download begins, without holding its rest in memory. Made before the stream has a reader. */
export class FileStart {
	private text = '';

	constructor(stream: Readable) {
		// Reading along must not make the stream flow before its reader is there.
		stream.pause();
		stream.on('data', (chunk: Buffer | string) => {
			if (this.text.length < CHARACTERS_READ) this.text += chunk.toString().slice(0, CHARACTERS_READ);
		});
	}

	/**
	 * Says what came, once the stream has ended, if it cannot be an output file of this format. None is empty: a CSV has a header even
	 * without rows, and a JSON file has its brackets.
	 */
	fault(format: OutputFormat): string | undefined {
		if (this.text === '') return 'nothing';
		if (ERROR_RESPONSE.test(this.text)) return 'an error message';
		return format === 'xlsx' && !ZIP.test(this.text) ? 'something else' : undefined;
	}
}
