const chunkBytes = 1024 * 1024;
const tenDigits = (value: number) => String(value).padStart(10, '0');

export interface PdfPadding {
	before: Buffer;
	/** Chunks of filling, made one at a time. */
	fill: Iterable<Buffer>;
	after: Buffer;
}

/**
 * What to append to a PDF so that it has exactly `size` bytes and stays valid: an incremental update that adds one
 * stream object no page refers to. Throws a RangeError when `size` leaves no room for that.
 */
export function paddingFor(pdf: Buffer, size: number): PdfPadding {
	const end = pdf.subarray(-2048).toString('latin1');
	const [, dictionary] = /trailer\s*<<([\s\S]*)>>\s*startxref/.exec(end) ?? [];
	const [, objects] = /\/Size (\d+)/.exec(dictionary ?? '') ?? [];
	const [, previous] = /startxref\s+(\d+)/.exec(end) ?? [];
	if (!dictionary || !objects || !previous) throw new Error('The PDF to pad has no classic trailer');

	const head = (length: number) => `\n${objects} 0 obj\n<< /Length ${tenDigits(length)} >>\nstream\n`;
	const foot = '\nendstream\nendobj\n';
	const objectAt = pdf.length + 1;
	const tail = (xrefAt: number) =>
		`xref\n${objects} 1\n${tenDigits(objectAt)} 00000 n \n` +
		`trailer\n<<${dictionary.replace(/\/Size \d+/, `/Size ${Number(objects) + 1}`)}/Prev ${previous}\n>>\n` +
		`startxref\n${tenDigits(xrefAt)}\n%%EOF\n`;

	const fixed = Buffer.byteLength(head(0) + foot + tail(0), 'latin1');
	const length = size - pdf.length - fixed;
	if (length < 0)
		throw new RangeError(`A padded PDF needs at least ${pdf.length + fixed} bytes, not ${size}`);
	const xrefAt = pdf.length + head(length).length + length + foot.length;
	return {
		before: Buffer.from(head(length), 'latin1'),
		fill: filling(length),
		after: Buffer.from(foot + tail(xrefAt), 'latin1'),
	};
}

function* filling(length: number): Iterable<Buffer> {
	const chunk = Buffer.alloc(Math.min(chunkBytes, length), 'Padding. ');
	for (let left = length; left > 0; left -= chunk.length) yield chunk.subarray(0, left);
}
